#include "src/redaction/secret_encodings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "src/redaction/secret_line.h"
#include "src/redaction/secret_unescape.h"
#include "src/redaction/secret_value.h"
#include "src/support/base64.h"
#include "src/support/utf8.h"

namespace kval::redaction {
namespace {

bool IsMark(char c) {
  return c == '`' || IsQuote(c);
}

std::string_view Strip(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? ""
                                         : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::string_view Unquoted(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && IsMark(text.front()) && text.front() == text.back();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

// A number as programs print it that read it as a float: `1000000` as `1e+06`, `1.20` as `1.2`.
void AddAsFloat(std::vector<std::string>& secrets, const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (*end != '\0' || text.empty() || !std::isfinite(number)) {
    return;
  }
  for (const std::chars_format format : {std::chars_format::scientific, std::chars_format::general}) {
    std::array<char, 32> printed{};
    const auto done = std::to_chars(printed.data(), printed.data() + printed.size(), number, format);
    if (std::string_view spelled(printed.data(), done.ptr - printed.data()); spelled != text) {
      secrets.emplace_back(spelled);
    }
  }
}

// Adds the decoded data of a Secret, line by line; nothing if it is not text.
void AddDecoded(std::vector<std::string>& secrets, std::string_view line, size_t most) {
  std::string bytes;
  if (DecodeBase64(line, bytes) || utf8::FirstInvalid(bytes) != bytes.size()) {
    return;
  }
  for (size_t begin = 0; begin < bytes.size() && secrets.size() < most;) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const std::string_view part = Strip(std::string_view(bytes).substr(begin, end - begin));
    if (!part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c < 0 || c >= ' '; })) {
      secrets.emplace_back(part);
    }
    begin = end + 1;
  }
}

// As kval's messages quote a text (value::Brief).
std::string AsQuoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '"' || c == '\\' ? "\\" : "";
    out += c == '\t' ? std::string("\\t") : std::string(1, c);
  }
  return out;
}

// The text as a program prints it: quotes unescaped, an integer in decimal, base64.
void AddOtherSpelling(std::vector<std::string>& secrets, std::string_view line, char quote, size_t most) {
  std::string plain;
  for (size_t i = 0; i < line.size(); ++i) {
    const bool is_escaped =
        (quote == '"' && line[i] == '\\') || (quote == '\'' && line[i] == '\'' && line.substr(i, 2) == "''");
    i += is_escaped && i + 1 < line.size() ? 1 : 0;
    plain += line[i];
  }
  if (quote == '\0') {
    std::string text(line);
    text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
    text.erase(text.starts_with("0o") ? 1 : 0, text.starts_with("0o") ? 1 : 0);
    for (const int base : {0, 10}) {
      char* end = nullptr;
      const long long number = std::strtoll(text.c_str(), &end, base);
      if (end != text.c_str() && *end == '\0' && std::to_string(number) != line) {
        secrets.push_back(std::to_string(number));
      }
    }
    AddAsFloat(secrets, text);
  }
  if (std::string quoted = AsQuoted(plain); quoted != plain && quoted != line) {
    secrets.push_back(std::move(quoted));
  }
  if (plain != line) {
    secrets.push_back(std::move(plain));
  }
  if (quote == '"' && line.find('\\') != std::string_view::npos) {
    secrets.push_back(Unescaped(line));
  }
  secrets.push_back(EncodeBase64(plain));
  AddDecoded(secrets, line, most);
}

// Adds parts that messages about invalid YAML quote: the text after a leading mark, such as an alias or tag
// name, and after a quoted string.
void AddParts(std::vector<std::string>& secrets, std::string_view line) {
  const auto add = [&](std::string_view part) {
    if (!part.empty() && !IsNonSecretValue(part)) {
      secrets.emplace_back(part);
    }
  };
  const char first = line.empty() ? ' ' : line.front();
  if (std::string_view("*!&|>#").find(first) != std::string_view::npos) {
    add(line.substr(std::min(line.find_first_not_of("*!&|>#+- "), line.size())));
  }
  const size_t close = first == '"' || first == '\'' ? FindQuotedEnd(line, 0) : line.size();
  if (close < line.size()) {
    const std::string_view rest = Strip(line.substr(close));
    add(rest);
    add(Strip(rest.substr(0, rest.find_last_not_of("\"'") + 1)));
  }
}

// `raw` with its escaped line breaks as line breaks.
std::string Broken(std::string_view raw) {
  std::string out;
  for (size_t at = 0; at < raw.size();) {
    const size_t end = std::min(raw.find("\\n", at), raw.size());
    out.append(raw, at, end - at).append(end < raw.size() ? "\n" : "");
    at = end + 2;
  }
  return out;
}

}  // namespace

void AddSecret(std::vector<std::string>& secrets, std::string_view raw, size_t most) {
  if (raw.find("\\n") != std::string_view::npos) {
    AddSecret(secrets, Broken(raw), most);
  }
  for (size_t begin = 0; begin <= raw.size() && secrets.size() < most;) {
    const size_t end = std::min(raw.find('\n', begin), raw.size());
    std::string_view line = Strip(raw.substr(begin, end - begin));
    begin = end + 1;
    if (IsNonSecretValue(line)) {
      continue;
    }
    const bool is_quoted = line.size() >= 2 && IsMark(line.front()) && line.front() == line.back();
    const char quote = is_quoted ? line.front() : '\0';
    AddParts(secrets, line);
    if (is_quoted) {
      line = line.substr(1, line.size() - 2);
    }
    // The first and the last line of a quoted text of several lines.
    if (!is_quoted && line.size() > 1 && IsMark(line.front())) {
      line.remove_prefix(1);
    }
    if (!is_quoted && line.size() > 1 && IsMark(line.back())) {
      line.remove_suffix(1);
    }
    if (line.empty()) {
      continue;
    }
    // A line of embedded text may be split from its key.
    const size_t colon = is_quoted ? std::string_view::npos : line.find(": ");
    if (colon != std::string_view::npos) {
      if (const std::string_view value = Unquoted(Strip(line.substr(colon + 2))); !value.empty()) {
        secrets.emplace_back(value);
      }
    }
    secrets.emplace_back(line);
    AddOtherSpelling(secrets, line, quote, most);
  }
}

}  // namespace kval::redaction
