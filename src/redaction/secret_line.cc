#include "src/redaction/secret_line.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/redaction/placeholder.h"
#include "src/redaction/secret_key.h"
#include "src/redaction/secret_key_names.h"
#include "src/redaction/secret_object.h"
#include "src/redaction/secret_unescape.h"
#include "src/redaction/secret_value.h"
#include "src/support/edit_distance.h"

namespace kval::redaction {
namespace {

constexpr std::array<std::string_view, 14> kInnocent = {
    "", "~", "null", "Null", "NULL", "true", "True", "false", "False", "TRUE", "FALSE", "[]", "{}", "None"};

// Longer strings are not keys, so that long lines are not scanned repeatedly.
constexpr size_t kLongestName = 1024;

size_t SkipSpaces(std::string_view line, size_t at) {
  while (at < line.size() && IsSpaceOrTab(line[at])) {
    ++at;
  }
  return at;
}

// Whether line[at] parts a key from its value.
bool IsSeparator(std::string_view line, size_t at) {
  const char before = at > 0 ? line[at - 1] : ' ';
  const char after = at + 1 < line.size() ? line[at + 1] : ' ';
  if (line[at] == ':') {
    return IsSpaceOrTab(after) || IsQuote(before);
  }
  return line[at] == '=' && after != '=' && !IsIn(before, "=!<>");
}

// Whether one of these characters precedes `at`, with optional spaces.
bool IsAfter(std::string_view line, size_t at, std::string_view signs) {
  const size_t before = at == 0 ? std::string_view::npos : line.find_last_not_of(" \t", at - 1);
  return before != std::string_view::npos && IsIn(line[before], signs);
}

// Reads one line from left to right.
class Reader {
 public:
  Reader(std::string_view line, SensitiveKeys sensitive)
      : line_(line),
        plain_ends_(line),
        word_ends_(line),
        sensitive_(sensitive),
        is_secret_object_(HasKindOfSecret(line)) {}

  std::vector<OffsetRange> Read();
  std::vector<OffsetRange> ReadSentence();

 private:
  // A mapping in flow style: its secrets by pair, `{name: DB_PASSWORD, value: …}`.
  struct Flow {
    InheritedSecrecy above = InheritedSecrecy::kNothing;  // because of the key before it
    bool names_secret = false;
    OffsetRange value;
  };

  void Add(OffsetRange piece) {
    if (piece.end > piece.begin && !IsNonSecretValue(line_.substr(piece.begin, piece.end - piece.begin))) {
      secrets_.push_back(piece);
    }
  }
  // Moves behind the value of the separator at `at`.
  size_t Entry(size_t at);
  size_t Nested(size_t at);
  OffsetRange ValueAt(size_t at);
  size_t EndOfValue(size_t at);
  void Pair(std::string_view key, OffsetRange value);
  void Open(InheritedSecrecy above) { flows_.push_back({above, false, {}}); }
  InheritedSecrecy AboveEntries(std::string_view key, bool is_secret) const;
  InheritedSecrecy InFlow() const {
    return flows_.empty() ? InheritedSecrecy::kNothing : flows_.back().above;
  }
  void Close();
  // In a sentence only text other than plain words is an argument.
  void Options(bool in_sentence);

  std::string_view line_;
  PlainScalarEnds plain_ends_;
  PropertyEnds word_ends_;
  SensitiveKeys sensitive_;
  bool is_secret_object_;  // the line contains `"kind": "Secret"`
  char separator_ = 0;     // after the first key
  std::vector<OffsetRange> secrets_;
  std::vector<Flow> flows_;
};

// Returns the text after tags, anchors and spaces.
OffsetRange Reader::ValueAt(size_t at) {
  at = SkipSpaces(line_, at);
  while (at < line_.size() && IsIn(line_[at], "!&")) {
    at = word_ends_.After(at, !flows_.empty());
    at = SkipSpaces(line_, at);
  }
  const bool is_empty = at >= line_.size() || IsComment(line_, at) ||
                        (IsIn(line_[at], "|>") && flows_.empty() && IsBlockHeader(line_, at));
  return {at, is_empty ? at : EndOfValue(at)};
}

// Text after the closing quote belongs to the value if nothing can follow a value there: `"a"b"`.
size_t Reader::EndOfValue(size_t at) {
  const bool in_flow = !flows_.empty();
  if (!IsQuote(line_[at])) {
    return line_[at] == '#' ? line_.find_last_not_of(" \t\r") + 1 : plain_ends_.After(at, in_flow);
  }
  const size_t end = FindQuotedEnd(line_, at);
  const size_t next = line_.find_first_not_of(" \t\r", end);
  if (next == std::string_view::npos || IsIn(line_[next], ",]}:") || (next > end && line_[next] == '#')) {
    return end;
  }
  const bool is_word_of_text = next > end && separator_ == '=';
  const size_t key_end = IsQuote(line_[next]) ? FindQuotedEnd(line_, next) : line_.size();
  if (is_word_of_text || (key_end < line_.size() && line_[key_end] == ':')) {
    return end;  // of JSON without its comma
  }
  return in_flow ? std::max(end, plain_ends_.After(end, true)) : line_.find_last_not_of(" \t\r") + 1;
}

std::string_view Unquoted(std::string_view text) {
  return text.size() >= 2 && IsQuote(text.front()) && text.front() == text.back()
             ? text.substr(1, text.size() - 2)
             : text;
}

// The name of the option `--token` or `"--token"`; empty for other words.
std::string_view OptionName(std::string_view word) {
  word = Unquoted(word);
  const size_t dashes = word.find_first_not_of('-');
  return dashes == 1 || dashes == 2 ? word.substr(dashes) : std::string_view();
}

void Reader::Pair(std::string_view key, OffsetRange value) {
  if (flows_.empty()) {
    return;
  }
  const std::string_view text = line_.substr(value.begin, value.end - value.begin);
  if (IsNameOfPair(key)) {
    flows_.back().names_secret = text.size() > kLongestName || IsSecretPairName(Unspelled(text), sensitive_);
  } else if (IsValueOfPair(key)) {
    flows_.back().value = value;
  }
}

void Reader::Close() {
  if (flows_.empty()) {
    return;
  }
  if (flows_.back().names_secret) {
    Add(flows_.back().value);
  }
  flows_.pop_back();
}

// `key=value` within a value, as in a connection string; gives where to go on.
size_t Reader::Nested(size_t at) {
  const OffsetRange key = KeyBefore(line_, at);
  const std::string name = NameOfKey(line_, key);
  // `\npassword=x`: the letter belongs to the escape.
  const bool is_escape = !name.empty() && key.begin > 0 && line_[key.begin - 1] == '\\';
  const bool is_secret = (!name.empty() && (IsSecretName(name, sensitive_) ||
                                            (is_escape && IsSecretName(name.substr(1), sensitive_)))) ||
                         IsSecretName(NameOfBrokenPath(line_, at), sensitive_);
  if (!is_secret) {
    return at + 1;
  }
  const OffsetRange value = GetWordAt(line_, at + 1);
  Add(value);
  return std::max(value.end, at + 1);
}

// The effect of a flow collection on its entries. `key`: of the collection, empty without one.
InheritedSecrecy Reader::AboveEntries(std::string_view key, bool is_secret) const {
  const InheritedSecrecy outer = InFlow();
  if (is_secret || IsSecretParent(key) || IsDeclaredSecret(key, sensitive_)) {
    return InheritedSecrecy::kSecret;
  }
  if (outer == InheritedSecrecy::kCredentials && IsAccountName(key)) {
    return InheritedSecrecy::kNothing;
  }
  return IsCredentialsParent(key) ? std::max(outer, InheritedSecrecy::kCredentials) : outer;
}

size_t Reader::Entry(size_t at) {
  const OffsetRange place = KeyBefore(line_, at);
  const std::string key = NameOfKey(line_, place);
  const bool is_broken_path = line_[at] == '=' && IsSecretName(NameOfBrokenPath(line_, at), sensitive_);
  if (key.empty() && !is_broken_path) {
    return at + 1;
  }
  const OffsetRange value = ValueAt(at + 1);
  separator_ = separator_ == 0 ? line_[at] : separator_;
  const bool is_secret = is_broken_path || IsSecretName(key, sensitive_) || IsSecretBelow(InFlow(), key);
  const bool is_data = is_secret_object_ && IsDataOfSecret(key);
  const bool is_template = line_.substr(value.begin).starts_with("{{");
  const char first = value.begin < value.end && !is_template ? line_[value.begin] : '\0';
  if (first == '{' || first == '[') {
    Open(AboveEntries(key, is_data || (first == '[' && is_secret)));
    return value.begin + 1;
  }
  Pair(key, value);
  if (is_secret) {
    Add(value);
    return std::max(value.end, at + 1);
  }
  // Quoted text contains no keys, but may contain `key=value`.
  return at + 1;
}

// `--token x`, `["--token", "x"]`. Comments only describe them.
void Reader::Options(bool in_sentence) {
  const size_t comment = std::min(line_.find(" #"), line_.starts_with('#') ? 0 : line_.size());
  for (size_t at = line_.find('-'); at < comment && at != std::string_view::npos;
       at = line_.find('-', at + 1)) {
    const bool starts = at == 0 || IsIn(line_[at - 1], " \t\"'`[,=(");
    size_t end = at;
    while (end < line_.size() && (IsKeyChar(line_[end]) || line_[end] == '\\') && line_[end] != '/') {
      ++end;
    }
    const std::string word = starts ? Unescaped(line_.substr(at, end - at)) : std::string();
    const std::string_view name = OptionName(word);
    if (name.empty() || !IsSecretName(name, sensitive_)) {
      at = std::max(at, end > 0 ? end - 1 : 0);
      continue;
    }
    const size_t value = line_.find_first_not_of(" \t\"',", end);
    if (value != std::string_view::npos && value > end && !IsIn(line_[value], "-]})#:=|&>")) {
      const OffsetRange argument = GetWordAt(line_, value);
      const std::string_view text = line_.substr(argument.begin, argument.end - argument.begin);
      const bool is_plain =
          std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
      if (!in_sentence || !is_plain) {
        Add(argument);
        end = std::max(end, argument.end);
      }
    }
    at = end - 1;
  }
}

std::vector<OffsetRange> Reader::Read() {
  bool has_colon = false;
  for (size_t i = 0; i < line_.size();) {
    const char c = line_[i];
    if (c == '{' || c == '[') {
      Open(AboveEntries({}, false));
      ++i;
    } else if (c == '}' || c == ']') {
      Close();
      ++i;
    } else if (!IsSeparator(line_, i)) {
      // An item of a list that is secret as a whole.
      const bool starts_item = InFlow() != InheritedSecrecy::kNothing && !IsIn(c, " \t,") &&
                               IsIn(line_[i - 1], "[{, \t") &&
                               (InFlow() != InheritedSecrecy::kCredentials || IsAfter(line_, i, "[{,"));
      const OffsetRange item =
          starts_item ? OffsetRange{i, IsQuote(c) ? FindQuotedEnd(line_, i) : plain_ends_.After(i, true)}
                      : OffsetRange{};
      const bool is_item =
          starts_item &&
          line_.substr(item.begin, std::min(item.end - item.begin, kLongestName)).find(": ") ==
              std::string_view::npos &&
          (item.end >= line_.size() || line_[item.end] != ':');
      if (is_item) {
        Add(item);
      }
      i = is_item ? std::max(item.end, i + 1) : i + 1;
    } else {
      const bool is_nested = c == '=' && has_colon;
      has_colon = has_colon || c == ':';
      i = is_nested ? Nested(i) : Entry(i);
    }
  }
  while (!flows_.empty()) {
    Close();
  }
  Options(false);
  return std::move(secrets_);
}

std::vector<OffsetRange> Reader::ReadSentence() {
  for (size_t i = 0; i < line_.size();) {
    const bool is_assignment =
        line_[i] == '=' && IsSeparator(line_, i) && i > 0 && !IsSpaceOrTab(line_[i - 1]);
    i = is_assignment ? Nested(i) : i + 1;
  }
  Options(true);
  return std::move(secrets_);
}

}  // namespace

bool IsSecretBelow(InheritedSecrecy above, std::string_view key) {
  switch (above) {
    case InheritedSecrecy::kNothing:
      return false;
    case InheritedSecrecy::kCredentials:
      return !IsSecretMetadata(key) && !IsAccountName(key);
    case InheritedSecrecy::kSecret:
      return !IsSecretMetadata(key);
    case InheritedSecrecy::kCertain:
      return true;
  }
  return true;
}

bool IsDeclaredSecret(std::string_view key, SensitiveKeys sensitive) {
  return std::binary_search(sensitive.begin(), sensitive.end(), key);
}

bool IsSecretName(std::string_view name, SensitiveKeys sensitive) {
  if (IsDeclaredSecret(name, sensitive)) {
    return true;
  }
  if (IsSecretKey(name)) {
    return true;
  }
  // `db.password.x` of a flag and `app.kubernetes.io/token` of an annotation.
  for (size_t end = sensitive.empty() ? std::string_view::npos : name.find_first_of("./");
       !name.empty() && !sensitive.empty();) {
    if (IsDeclaredSecret(name.substr(0, end), sensitive)) {
      return true;
    }
    name.remove_prefix(end == std::string_view::npos ? name.size() : end + 1);
    end = name.find_first_of("./");
  }
  return false;
}

bool IsSecretPairName(std::string_view name, SensitiveKeys sensitive) {
  return name == "Authorization" || name.ends_with("-Authorization") || name.ends_with("-authorization") ||
         IsSecretName(name, sensitive);
}

bool IsNameOfPair(std::string_view key) {
  constexpr size_t kAlike = 2;  // misspelt it is no better known
  return key == "name" || (key.starts_with('n') && EditDistance(key, "name", kAlike) < kAlike) ||
         key == "key" || key == "Name" || key == "Key" || key == "variable" || key == "env" ||
         key == "ParameterKey" || key == "NAME" || key == "KEY";
}

bool IsValueOfPair(std::string_view key) {
  // Misspelt it is no better known.
  constexpr size_t kAlike = 2;
  return (key.starts_with('v') && (key == "val" || EditDistance(key, "value", kAlike) < kAlike)) ||
         key == "value" || key == "Value" || key == "default" || key == "content" || key == "VALUE" ||
         key == "ParameterValue";
}

bool IsNonSecretValue(std::string_view value) {
  const std::string_view plain = Unquoted(value);
  return std::find(kInnocent.begin(), kInnocent.end(), plain) != kInnocent.end() || IsPlaceholder(plain) ||
         value.starts_with("#@");  // ytt's code, which is no value
}

bool IsOptionOfSecret(std::string_view word, SensitiveKeys sensitive) {
  const std::string_view option = OptionName(word);
  return !option.empty() && option.find_first_of(" =") == std::string_view::npos &&
         IsSecretName(option, sensitive);
}

std::vector<OffsetRange> FindSecretsInLine(std::string_view line, SensitiveKeys sensitive) {
  return Reader(line, sensitive).Read();
}

std::vector<OffsetRange> FindSecretsInSentence(std::string_view text, SensitiveKeys sensitive) {
  return Reader(text, sensitive).ReadSentence();
}

std::vector<OffsetRange> FindSecretsInCode(std::string_view line, SensitiveKeys sensitive) {
  std::vector<OffsetRange> pieces;
  for (size_t i = 0; i < line.size(); ++i) {
    if (!IsSeparator(line, i)) {
      continue;
    }
    const OffsetRange key = KeyBefore(line, i);
    if (key.end == key.begin || !IsSecretName(NameOfKey(line, key), sensitive)) {
      continue;
    }
    for (size_t at = i + 1; at < line.size() && line[at] != '#'; ++at) {
      if (IsQuote(line[at])) {
        const OffsetRange literal = {at, FindQuotedEnd(line, at)};
        if (!IsNonSecretValue(line.substr(literal.begin, literal.end - literal.begin))) {
          pieces.push_back(literal);
        }
        at = literal.end - 1;
      }
    }
    return pieces;
  }
  return pieces;
}

}  // namespace kval::redaction
