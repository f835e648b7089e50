#include "src/kubernetes/names.h"

#include <algorithm>
#include <array>

#include "src/kubernetes/report_at.h"
#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

std::string GetDriverNameError(Text text) {
  constexpr size_t kLongest = 63;
  return text.size() > kLongest ? "it has more than 63 characters"
                                : GetFormatError("dns1123-subdomain", LowerCased(text));
}

std::string GetHeaderNameError(Text text) {
  const bool is_right = std::all_of(text.begin(), text.end(), [](char c) { return IsAlnum(c) || c == '-'; });
  return is_right ? std::string() : "letters, digits and `-` are allowed";
}

struct NamedCheck {
  Text name;
  std::string (*check)(Text text);
};
constexpr NamedCheck kChecks[] = {{"csi-driver", GetDriverNameError},
                                  {"http-header", GetHeaderNameError},
                                  {"path-segment", GetPathSegmentError},
                                  {"signer", GetSignerNameError},
                                  {"variable", GetVariableNameError}};

}  // namespace

std::string GetNameError(Text format, Text text) {
  const auto* own = std::find_if(std::begin(kChecks), std::end(kChecks),
                                 [format](const NamedCheck& row) { return row.name == format; });
  return own == std::end(kChecks) ? GetFormatError(format, text) : own->check(text);
}

std::string GetDomainPathError(std::string_view text, size_t longest) {
  const size_t slash = text.find('/');
  const std::string_view path = slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
  if (path.empty() || slash == 0) {
    return "it must be a domain and a path, such as `example.com/name`";
  }
  const bool has_suspicious = std::any_of(path.begin(), path.end(), [](char c) {
    return !IsAlnum(c) && std::string_view("/-._~%!$&'()*+,;=:").find(c) == std::string_view::npos;
  });
  return has_suspicious          ? "the path has a character that is not allowed"
         : text.size() > longest ? "it is longer than " + std::to_string(longest) + " characters"
                                 : GetFormatError("dns1123-subdomain", text.substr(0, slash));
}

std::string TrimTrailingDash(std::string_view prefix) {
  const bool has_dash = prefix.size() > 1 && prefix.ends_with('-');
  return has_dash ? std::string(prefix.substr(0, prefix.size() - 2)) + "a" : std::string(prefix);
}

std::string GetPathSegmentError(std::string_view text) {
  if (text == "." || text == "..") {
    return "it cannot be `" + std::string(text) + "`";
  }
  const size_t refused = text.find_first_of("/%");
  return refused == std::string_view::npos ? std::string()
                                           : "it contains `" + std::string(text.substr(refused, 1)) + "`";
}

std::string GetSignerNameError(Text text) {
  constexpr size_t kLongest = 571;
  const size_t slash = text.find('/');
  if (slash == Text::npos || text.find('/', slash + 1) != Text::npos) {
    return "it must be a domain and a path, such as `example.com/name`";
  }
  const Text domain = text.substr(0, slash);
  if (domain.find('.') == Text::npos) {
    return "the domain must have a dot";
  }
  for (Text rest = domain;; rest.remove_prefix(rest.find('.') + 1)) {
    if (const std::string why = GetFormatError("dns1123-label", rest.substr(0, rest.find('.')));
        !why.empty()) {
      return "a part of the domain is not a label: " + why;
    }
    if (rest.find('.') == Text::npos) {
      break;
    }
  }
  const std::string why = GetFormatError("dns1123-subdomain", domain);
  // Each part of the path may be as long as a domain.
  for (Text rest = text.substr(slash + 1); why.empty(); rest.remove_prefix(rest.find('.') + 1)) {
    if (const std::string error = GetFormatError("dns1123-subdomain", rest.substr(0, rest.find('.')));
        !error.empty()) {
      return "a part of the path is not a name: " + error;
    }
    if (rest.find('.') == Text::npos) {
      break;
    }
  }
  return !why.empty() ? why : text.size() > kLongest ? "it is longer than 571 characters" : std::string();
}

std::string GetTrustBundleNameError(Text text, Text signer) {
  if (signer.empty()) {
    return text.find(':') != Text::npos ? "without `signerName` it must not contain `:`"
                                        : GetFormatError("dns1123-subdomain", text);
  }
  std::string prefix = std::string(signer) + ":";
  std::replace(prefix.begin(), prefix.end(), '/', ':');
  return !text.starts_with(prefix) ? "it must begin with `" + prefix + "`, after the signer"
                                   : GetFormatError("dns1123-subdomain", text.substr(prefix.size()));
}

std::string GetVariableNameError(std::string_view text) {
  constexpr std::array<std::string_view, 21> kReserved = {
      "as",       "break",   "const",  "continue", "else", "false", "for",
      "function", "if",      "import", "in",       "let",  "loop",  "namespace",
      "null",     "package", "return", "true",     "var",  "void",  "while"};
  const bool is_word = !text.empty() && !(text.front() >= '0' && text.front() <= '9') &&
                       std::all_of(text.begin(), text.end(), [](char c) { return IsAlnum(c) || c == '_'; });
  if (!is_word) {
    return "letters, digits and `_` are allowed, and no digit first";
  }
  const bool is_reserved = std::find(kReserved.begin(), kReserved.end(), text) != kReserved.end();
  return is_reserved ? "it is a word of CEL" : std::string();
}

}  // namespace kval::kubernetes
