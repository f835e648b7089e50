#include "src/report/secret_scan.h"

#include <algorithm>
#include <array>
#include <string>

#include "src/report/redact.h"

namespace kval::report {
namespace {

constexpr uint32_t kLongLine = 64 * 1024;
constexpr uint32_t kParentLines = 500;

using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 21> kSecretWords = {
    "secret",    "secrets",   "password",   "passwords",  "passwd",      "passphrase",   "passcode",
    "pwd",       "token",     "tokens",     "credential", "credentials", "apikey",       "apikeys",
    "accesskey", "secretkey", "privatekey", "authtoken",  "accesstoken", "clientsecret", "pin"};
// `key` and `keys` after one of these are secret; `keys` alone is not.
constexpr std::array<std::string_view, 14> kKeyQualifiers = {
    "api",    "access",  "private", "secret", "encryption", "signing", "auth",
    "master", "session", "ssh",     "client", "account",    "shared",  "tls"};
// A single `key` after one of these is public.
constexpr std::array<std::string_view, 20> kPublicKeys = {
    "public", "topology", "match", "label", "annotation", "map",  "config", "primary", "foreign", "partition",
    "sort",   "hash",     "merge", "host",  "taint",      "node", "list",   "cache",   "ref",     "selector"};
// A key that ends with one of these tells something about the secret.
constexpr std::array<std::string_view, 34> kAbout = {
    "name",    "names",    "ref",    "refs", "file",      "path",     "enabled",  "type",      "ttl",
    "seconds", "duration", "policy", "url",  "namespace", "count",    "size",     "length",    "min",
    "max",     "version",  "kind",   "mode", "format",    "issuer",   "audience", "audiences", "expiration",
    "expiry",  "required", "create", "id",   "mount",     "lifetime", "rotation"};
constexpr std::array<std::string_view, 14> kInnocent = {
    "", "~", "null", "Null", "NULL", "true", "True", "false", "False", "TRUE", "FALSE", "[]", "{}", "None"};

template <size_t n>
bool IsIn(const std::array<std::string_view, n>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool IsUpper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool IsLower(char c) {
  return c >= 'a' && c <= 'z';
}
bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
bool IsBlank(char c) {
  return c == ' ' || c == '\t';
}

// `dbAPIKey_v2` as db, api, key, v2.
Words WordsOf(std::string_view key) {
  Words words(1);
  for (size_t i = 0; i < key.size(); ++i) {
    const char c = key[i];
    if (!IsUpper(c) && !IsLower(c) && !IsDigit(c)) {
      words.emplace_back();
      continue;
    }
    const bool after_lower = i > 0 && IsUpper(c) && !IsUpper(key[i - 1]);
    const bool last_upper =
        i > 0 && IsUpper(c) && IsUpper(key[i - 1]) && i + 1 < key.size() && IsLower(key[i + 1]);
    if (after_lower || last_upper) {
      words.emplace_back();
    }
    words.back() += IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  std::erase(words, "");
  return words;
}

bool IsAbout(std::string_view key) {
  const Words words = WordsOf(key);
  return !words.empty() && IsIn(kAbout, words.back());
}

bool HasSecretWord(std::string_view key) {
  const Words words = WordsOf(key);
  for (size_t i = 0; i < words.size(); ++i) {
    if (IsIn(kSecretWords, words[i])) {
      return true;
    }
    if (i > 0 && (words[i] == "key" || words[i] == "keys") && IsIn(kKeyQualifiers, words[i - 1])) {
      return true;
    }
  }
  return !words.empty() && words.back() == "key" &&
         (words.size() == 1 || !IsIn(kPublicKeys, words[words.size() - 2]));
}

bool IsKeyChar(char c) {
  return IsUpper(c) || IsLower(c) || IsDigit(c) || c == '_' || c == '-' || c == '.' || c == '/' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The key that ends just before `end`, without its quotes.
std::string_view KeyBefore(std::string_view line, size_t end) {
  while (end > 0 && (IsBlank(line[end - 1]) || line[end - 1] == '?')) {
    --end;
  }
  if (end > 0 && (line[end - 1] == '"' || line[end - 1] == '\'')) {
    const size_t open = end >= 2 ? line.rfind(line[end - 1], end - 2) : std::string_view::npos;
    return open == std::string_view::npos ? "" : line.substr(open + 1, end - open - 2);
  }
  size_t begin = end;
  while (begin > 0 && IsKeyChar(line[begin - 1])) {
    --begin;
  }
  return line.substr(begin, end - begin);
}

// Whether line[at] parts a key from its value.
bool IsSeparator(std::string_view line, size_t at) {
  const char before = at > 0 ? line[at - 1] : ' ';
  const char after = at + 1 < line.size() ? line[at + 1] : ' ';
  if (line[at] == ':') {
    return IsBlank(after) || before == '"' || before == '\'';
  }
  return line[at] == '=' && after != '=' && before != '=' && before != '!' && before != '<' && before != '>';
}

size_t SkipBlanks(std::string_view line, size_t at) {
  while (at < line.size() && IsBlank(line[at])) {
    ++at;
  }
  return at;
}

// Behind tags, anchors and the blanks around them.
size_t SkipProperties(std::string_view line, size_t at) {
  at = SkipBlanks(line, at);
  while (at < line.size() && (line[at] == '!' || line[at] == '&')) {
    while (at < line.size() && !IsBlank(line[at])) {
      ++at;
    }
    at = SkipBlanks(line, at);
  }
  return at;
}

size_t EndOfQuoted(std::string_view line, size_t at) {
  const char quote = line[at];
  for (size_t i = at + 1; i < line.size(); ++i) {
    const bool is_doubled = quote == '\'' && line.substr(i, 2) == "''";
    if ((line[i] == '\\' && quote == '"') || is_doubled) {
      ++i;
    } else if (line[i] == quote) {
      return i + 1;
    }
  }
  return line.size();
}

size_t EndOfPlain(std::string_view line, size_t at, bool in_flow) {
  size_t end = at;
  for (; end < line.size(); ++end) {
    const char c = line[end];
    if ((c == '#' && IsBlank(line[end - 1])) || (in_flow && (c == ',' || c == '}' || c == ']'))) {
      break;
    }
  }
  while (end > at && IsBlank(line[end - 1])) {
    --end;
  }
  return end;
}

struct Piece {
  size_t begin = 0;
  size_t end = 0;
};

Piece ValueAt(std::string_view line, size_t at, bool in_flow) {
  at = SkipProperties(line, at);
  if (at >= line.size() || line[at] == '|' || line[at] == '>' || line[at] == '#' || line[at] == '*') {
    return {at, at};
  }
  const bool quoted = line[at] == '"' || line[at] == '\'';
  return {at, quoted ? EndOfQuoted(line, at) : EndOfPlain(line, at, in_flow)};
}

// A KCL or Starlark line: types and names are no secrets, literals are.
std::vector<Piece> Literals(std::string_view line, size_t from) {
  std::vector<Piece> pieces;
  for (size_t i = from; i < line.size() && line[i] != '#'; ++i) {
    if (line[i] == '"' || line[i] == '\'') {
      pieces.push_back({i, EndOfQuoted(line, i)});
      i = pieces.back().end - 1;
    }
  }
  return pieces;
}

struct Scan {
  std::string_view line;
  bool is_code = false;
  bool below_secret = false;
  std::vector<Piece> pieces;

  void Add(Piece piece) {
    if (piece.end > piece.begin && !IsInnocentValue(line.substr(piece.begin, piece.end - piece.begin))) {
      pieces.push_back(piece);
    }
  }

  // True when the line has any key.
  bool Keys() {
    bool any = false;
    int depth = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      depth += line[i] == '{' || line[i] == '[' ? 1 : (line[i] == '}' || line[i] == ']' ? -1 : 0);
      if (!IsSeparator(line, i)) {
        continue;
      }
      const std::string_view key = KeyBefore(line, i);
      if (key.empty()) {
        continue;
      }
      any = true;
      if (IsAbout(key) || !(below_secret || HasSecretWord(key))) {
        continue;
      }
      if (is_code) {
        for (const Piece piece : Literals(line, i + 1)) {
          Add(piece);
        }
        return true;
      }
      const Piece value = ValueAt(line, i + 1, depth > 0);
      Add(value);
      i = std::max(value.end, i + 1) - 1;
    }
    return any;
  }
};

// Where the content of a line starts for the purpose of nesting: behind `- `.
size_t ContentColumn(std::string_view line) {
  size_t at = SkipBlanks(line, 0);
  while (at + 1 < line.size() && line[at] == '-' && line[at + 1] == ' ') {
    at = SkipBlanks(line, at + 1);
  }
  return at;
}

std::string_view FirstKey(std::string_view line) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (IsSeparator(line, i)) {
      return KeyBefore(line, i);
    }
  }
  return {};
}

// Whether a less indented line above has a secret key. In a block scalar only its own key counts, which is
// less indented too.
bool HasSecretParent(const source::SourceFile& file, uint32_t number) {
  const std::string_view own = file.Text(file.LineSpan(number));
  size_t limit = SkipBlanks(own, 0);
  // A sequence may stand at the column of its key.
  limit += limit < own.size() && own[limit] == '-' ? 1 : 0;
  const uint32_t last = number > kParentLines ? number - kParentLines : 1;
  for (uint32_t i = number - 1; i >= last && limit > 0; --i) {
    std::string_view line = file.Text(file.LineSpan(i));
    line = line.substr(0, std::min<size_t>(line.size(), 1024));
    const size_t indent = SkipBlanks(line, 0);
    const size_t content = ContentColumn(line);
    if (indent == line.size() || line[indent] == '#' || content >= limit) {
      if (indent < limit && indent < line.size() && line[indent] == '-') {
        limit = indent + 1;
      }
      continue;
    }
    if (line.starts_with("---")) {
      return false;
    }
    const std::string_view key = FirstKey(line);
    if (HasSecretWord(key) && !IsAbout(key)) {
      return true;
    }
    limit = line[indent] == '-' ? indent + 1 : indent;
  }
  return false;
}

bool EndsWithAny(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return name.ends_with(e); });
}

}  // namespace

bool IsSecretKey(std::string_view key) {
  return HasSecretWord(key) && !IsAbout(key);
}

bool IsSecretPath(const diag::Path& path) {
  std::string_view last;
  bool secret = false;
  for (const diag::PathStep& step : path) {
    if (step.index < 0) {
      last = step.key;
      secret = secret || IsSecretKey(step.key);
    }
  }
  return secret && !IsAbout(last);
}

bool IsInnocentValue(std::string_view value) {
  if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.front() == value.back()) {
    return value.size() == 2;
  }
  return IsIn(kInnocent, value) || value.starts_with("#@") ||
         (value.starts_with("${") && value.ends_with('}')) ||
         (value.starts_with("{{") && value.ends_with("}}"));
}

std::vector<source::Span> ScanLine(const source::SourceFile& file, source::Span window) {
  const uint32_t number = file.Locate(window.begin).line;
  const source::Span whole = file.LineSpan(number);
  const source::Span seen = {window.begin - whole.begin > kLongLine ? window.begin - kLongLine : whole.begin,
                             std::min(whole.end, window.end + kLongLine)};
  Scan scan;
  scan.line = file.Text(seen);
  scan.is_code = EndsWithAny(file.name(), {".k", ".star", ".bzl", ".py"});
  scan.below_secret = !scan.is_code && HasSecretParent(file, number);
  if (!scan.Keys() && scan.below_secret) {
    const size_t begin = ContentColumn(scan.line);
    scan.Add({begin, std::max(begin, EndOfPlain(scan.line, std::max<size_t>(begin, 1), false))});
  }
  std::vector<source::Span> spans;
  for (const Piece piece : scan.pieces) {
    source::Span span = {seen.begin + static_cast<uint32_t>(piece.begin),
                         seen.begin + static_cast<uint32_t>(piece.end)};
    span = {std::max(span.begin, window.begin), std::min(span.end, window.end)};
    if (span.begin < span.end) {
      spans.push_back(span);
    }
  }
  return spans;
}

}  // namespace kval::report
