#include "src/lang/cel/url.h"

#include <algorithm>

#include "src/formats/validators.h"
#include "src/lang/lex/cursor.h"
#include "src/support/ascii_text.h"
#include "src/support/take_part.h"

namespace kval::cel {
namespace {

bool IsEscape(std::string_view text, size_t at) {
  return text[at] == '%' && at + 2 < text.size() && lex::DigitValue(text[at + 1]) < 16 &&
         lex::DigitValue(text[at + 2]) < 16;
}

// Decodes `%20` and, in queries, `+`. Returns nullopt for an invalid escape.
std::optional<std::string> Decoded(std::string_view text, bool plus_is_space) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += plus_is_space && text[i] == '+' ? ' ' : text[i];
    } else if (IsEscape(text, i)) {
      decoded += static_cast<char>(lex::DigitValue(text[i + 1]) * 16 + lex::DigitValue(text[i + 2]));
      i += 2;
    } else {
      return std::nullopt;
    }
  }
  return decoded;
}

void AppendEscaped(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

// net/url: validEncoded and escape for paths. A valid encoding is kept.
std::string Escaped(std::string_view text, std::string_view allowed) {
  const auto belongs = [&](char c) {
    return IsLetter(c) || IsDigit(c) || allowed.find(c) != std::string_view::npos;
  };
  const bool is_valid = std::all_of(text.begin(), text.end(), [&](char c) {
    return belongs(c) || std::string_view("!'()*[]%").find(c) != std::string_view::npos;
  });
  if (is_valid) {
    return std::string(text);
  }
  std::string escaped;
  for (const char c : Decoded(text, false).value_or(std::string(text))) {
    if (belongs(c)) {
      escaped += c;
    } else {
      AppendEscaped(escaped, c);
    }
  }
  return escaped;
}

constexpr std::string_view kInPath = "-_.~$&+,/:;=@";
constexpr std::string_view kInFragment = "-_.~$&+,/:;=?@!()*";

size_t SchemeLength(std::string_view text) {
  size_t length = 0;
  while (length < text.size() &&
         (IsLetter(text[length]) || (length > 0 && (IsDigit(text[length]) || text[length] == '+' ||
                                                    text[length] == '-' || text[length] == '.')))) {
    ++length;
  }
  return length < text.size() && text[length] == ':' ? length : 0;
}

}  // namespace

std::optional<Url> Url::Parse(std::string_view text, std::string* why) {
  if (!formats::IsGoRequestUri(text, why)) {
    *why = "parse \"" + std::string(text) + "\": " + *why;
    return std::nullopt;
  }
  Url url;
  url.text = text;
  std::string_view rest = text;
  if (const size_t hash = rest.find('#'); hash != std::string_view::npos) {
    url.fragment = rest.substr(hash + 1);
    rest = rest.substr(0, hash);
  }
  if (const size_t length = SchemeLength(rest); length > 0) {
    url.scheme = rest.substr(0, length);
    rest.remove_prefix(length + 1);
  }
  if (const size_t mark = rest.find('?'); mark != std::string_view::npos) {
    url.query = rest.substr(mark + 1);
    rest = rest.substr(0, mark);
  }
  url.is_opaque = !url.scheme.empty() && !rest.starts_with('/');
  if (rest.starts_with("//") && (!url.scheme.empty() || !rest.starts_with("///"))) {
    rest.remove_prefix(2);
    const size_t end = std::min(rest.find('/'), rest.size());
    url.host = rest.substr(0, end);
    rest.remove_prefix(end);
    if (const size_t at = url.host.rfind('@'); at != std::string_view::npos) {
      url.user = url.host.substr(0, at);
      url.host.remove_prefix(at + 1);
    }
  }
  url.path = rest;
  return url;
}

std::string Url::Scheme() const {
  return LowerCased(scheme);
}

std::string Url::Host() const {
  return Decoded(host, false).value_or(std::string(host));
}

std::string_view Url::Port() const {
  const size_t colon = host.rfind(':');
  return colon == std::string_view::npos || host.find(']', colon) != std::string_view::npos
             ? std::string_view()
             : host.substr(colon + 1);
}

std::string Url::Hostname() const {
  std::string name = Host();
  const size_t bracket = name.rfind(']');
  if (name.starts_with('[') && bracket != std::string::npos) {
    return name.substr(1, bracket - 1);
  }
  return name.substr(0, name.rfind(':'));
}

std::string Url::EscapedPath() const {
  return is_opaque ? std::string() : Escaped(path, kInPath);
}

std::string Url::Text() const {
  std::string out = Scheme() + (scheme.empty() ? "" : ":");
  if (is_opaque) {
    out += path;
  } else {
    const bool has_authority =
        !host.empty() || !user.empty() || (!scheme.empty() && text.find("//") == scheme.size() + 1);
    out += has_authority ? "//" : "";
    out += user.empty() ? "" : std::string(user) + "@";
    out += std::string(host) + EscapedPath();
  }
  const bool has_query = !query.empty() || text.substr(0, text.find('#')).ends_with('?');
  out += has_query ? "?" + std::string(query) : "";
  out += fragment.empty() ? "" : "#" + Escaped(fragment, kInFragment);
  return out;
}

std::optional<std::pair<std::string, std::string>> NextOfQuery(std::string_view& rest) {
  while (!rest.empty()) {
    const std::string_view pair = TakePart(rest, '&');
    if (pair.empty() || pair.find(';') != std::string_view::npos) {
      continue;
    }
    const size_t equals = std::min(pair.find('='), pair.size());
    auto key = Decoded(pair.substr(0, equals), true);
    auto value = Decoded(pair.substr(std::min(equals + 1, pair.size())), true);
    if (key && value) {
      return std::pair(*std::move(key), *std::move(value));
    }
  }
  return std::nullopt;
}

}  // namespace kval::cel
