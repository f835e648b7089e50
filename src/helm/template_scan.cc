#include "src/helm/template_scan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "src/support/ascii.h"

namespace kval::helm {
namespace {

enum class TokenKind : uint8_t { kName, kChain, kString, kOpen, kClose, kOther };

struct Token {
  TokenKind kind;
  std::string_view text;                // a name, the content of a string
  std::vector<std::string_view> parts;  // of a chain: its fields
  bool is_attached = false;             // a chain right behind a closing bracket
  bool is_variable = false;             // a chain that begins with `$`; `text` is the name behind it
};

using Path = std::vector<std::string_view>;

bool IsNameCharacter(char c) {
  return IsAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// One action's text as tokens.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {
    while (at_ < text_.size()) {
      Next();
    }
  }

  const std::vector<Token>& all() const { return tokens_; }

 private:
  std::string_view Name() {
    const size_t begin = at_;
    while (at_ < text_.size() && IsNameCharacter(text_[at_])) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  void Next() {
    const char c = text_[at_];
    if (c == '"' || c == '`' || c == '\'') {
      String(c);
    } else if (c == '.' || c == '$') {
      Chain();
    } else if (IsNameCharacter(c)) {
      const std::string_view name = Name();
      tokens_.push_back({TokenKind::kName, name, {}});
    } else {
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
        tokens_.push_back({c == '('   ? TokenKind::kOpen
                           : c == ')' ? TokenKind::kClose
                                      : TokenKind::kOther,
                           {},
                           {}});
      }
      ++at_;
    }
  }

  void String(char quote) {
    const size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != quote) {
      at_ += text_[at_] == '\\' && quote != '`' ? 2 : 1;
    }
    const size_t end = std::min(at_, text_.size());
    tokens_.push_back({TokenKind::kString, text_.substr(begin, end - begin), {}});
    at_ = end + 1;
  }

  void Chain() {
    Token chain{TokenKind::kChain, {}, {}};
    chain.is_attached = text_[at_] == '.' && at_ > 0 && text_[at_ - 1] == ')';
    if (text_[at_] == '$') {
      ++at_;
      chain.is_variable = true;
      chain.text = Name();
    }
    while (at_ + 1 < text_.size() && text_[at_] == '.' && IsNameCharacter(text_[at_ + 1])) {
      ++at_;
      chain.parts.push_back(Name());
    }
    if (at_ < text_.size() && text_[at_] == '.') {
      ++at_;  // the dot alone
    }
    tokens_.push_back(std::move(chain));
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Token> tokens_;
};

bool TakesKeys(std::string_view function) {
  return function == "index" || function == "get" || function == "hasKey";
}

// The values paths of variables and `.` at a position of a template. A block (`with`, `range`, `if`,
// `define`) lasts until its `end`.
class Scope {
 public:
  // The path of `.`; empty for the root context or if unknown.
  const std::optional<Path>& dot() const { return blocks_.empty() ? nothing_ : blocks_.back(); }
  const Path* Variable(std::string_view name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? nullptr : &found->second;
  }

  void Begin(std::optional<Path> dot) { blocks_.push_back(std::move(dot)); }
  void Else() {
    if (!blocks_.empty()) {
      blocks_.back() = blocks_.size() < 2 ? nothing_ : blocks_[blocks_.size() - 2];
    }
  }
  void End() {
    if (!blocks_.empty()) {
      blocks_.pop_back();
    }
  }
  void Set(std::string_view variable, Path path) { variables_[variable] = std::move(path); }
  void Forget(std::string_view variable) { variables_.erase(variable); }

 private:
  std::optional<Path> nothing_;
  std::vector<std::optional<Path>> blocks_;
  std::map<std::string_view, Path> variables_;
};

bool IsOneOf(std::string_view name, const std::vector<std::string_view>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Reads the tokens of one action.
class Action {
 public:
  Action(const std::vector<Token>& tokens, Scope& scope, TemplateReferences& mentions)
      : tokens_(tokens), scope_(scope), mentions_(mentions) {}

  void Run() {
    const std::string_view word = Word(0);
    const bool is_else = word == "else";
    const std::string_view keyword = is_else ? Word(1) : word;
    const bool is_with_alone = keyword == "with" && tokens_.size() == (is_else ? 3u : 2u);
    is_test_ = keyword == "if" || is_with_alone;
    is_checksum_ = HasName({"sha1sum", "sha256sum", "sha512sum", "adler32sum"});
    is_rendered_ =
        HasName({"toYaml", "toYamlPretty", "toJson", "toPrettyJson", "toRawJson", "toToml", "tpl"});
    if (is_else) {
      scope_.Else();
    }
    for (size_t i = AfterAssignment(); i < tokens_.size(); ++i) {
      Read(i);
    }
    Assign();
    Block(word, keyword, is_else);
  }

 private:
  std::string_view Word(size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::kName ? tokens_[i].text : std::string_view();
  }

  bool HasName(const std::vector<std::string_view>& names) const {
    return std::any_of(tokens_.begin(), tokens_.end(), [&](const Token& token) {
      return token.kind == TokenKind::kName && IsOneOf(token.text, names);
    });
  }

  void Read(size_t i) {
    const Token& token = tokens_[i];
    if (token.kind == TokenKind::kString) {
      AddWords(token.text);
    }
    for (const std::string_view part : token.parts) {
      mentions_.names.emplace(part);
    }
    if (const std::optional<Path> path = PathOf(token); path && !(IsAlias() && i + 1 == tokens_.size())) {
      AddChain(i, *path);
    }
  }

  // The values path of a chain.
  std::optional<Path> PathOf(const Token& token) const {
    if (token.kind != TokenKind::kChain || token.is_attached) {
      return std::nullopt;
    }
    const Path* begin = nullptr;
    auto rest = token.parts.begin();
    if (const auto values = std::find(token.parts.begin(), token.parts.end(), "Values");
        values != token.parts.end()) {
      return Path(values + 1, token.parts.end());
    }
    if (token.is_variable) {
      begin = token.text.empty() ? nullptr : scope_.Variable(token.text);
    } else if (scope_.dot()) {
      begin = &*scope_.dot();
    }
    if (begin == nullptr) {
      return std::nullopt;
    }
    Path path = *begin;
    path.insert(path.end(), rest, token.parts.end());
    return path;
  }

  // `$name := .Values.a`, or `with` with a chain alone: mentioned where the variable is used.
  bool IsAssignment() const {
    return tokens_.size() > 2 && tokens_[0].kind == TokenKind::kChain && tokens_[0].is_variable &&
           tokens_[0].parts.empty() && tokens_[1].kind == TokenKind::kOther;
  }
  size_t AfterAssignment() const { return IsAssignment() ? 1 : 0; }
  // The signs `:=` are two tokens, `=` is one.
  bool IsAlias() const {
    return IsAssignment() && tokens_.size() <= 4 && tokens_.back().kind == TokenKind::kChain &&
           tokens_[tokens_.size() - 2].kind == TokenKind::kOther;
  }

  void Assign() {
    if (!IsAssignment()) {
      return;
    }
    const std::optional<Path> path = IsAlias() ? PathOf(tokens_.back()) : std::nullopt;
    if (path) {
      scope_.Set(tokens_[0].text, *path);
    } else {
      scope_.Forget(tokens_[0].text);
    }
  }

  void Block(std::string_view word, std::string_view keyword, bool is_else) {
    if (word == "end") {
      scope_.End();
    } else if (keyword == "with") {
      std::optional<Path> dot = tokens_.size() == (is_else ? 3u : 2u) ? PathOf(tokens_.back()) : std::nullopt;
      if (is_else) {
        scope_.End();
      }
      scope_.Begin(std::move(dot));
    } else if (word == "if") {
      scope_.Begin(scope_.dot());
    } else if (IsOneOf(word, {"range", "define", "block"})) {
      scope_.Begin(std::nullopt);
    }
  }

  // A string may be a key, or several with dots between them.
  void AddWords(std::string_view text) {
    for (size_t at = 0; at <= text.size();) {
      const size_t end = std::min(text.find('.', at), text.size());
      mentions_.names.emplace(text.substr(at, end - at));
      at = end + 1;
    }
    mentions_.names.emplace(text);
  }

  bool IsName(size_t i, std::string_view name) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::kName && tokens_[i].text == name;
  }

  // `(.Values.a).b` goes on behind its brackets, `index .Values "a" "b"` with its strings.
  void AddChain(size_t at, std::vector<std::string_view> path) {
    size_t begin = at;
    size_t end = at + 1;
    bool is_key_of = false;
    for (;;) {
      const bool is_function =
          begin > 0 && tokens_[begin - 1].kind == TokenKind::kName && TakesKeys(tokens_[begin - 1].text);
      if (is_function && end < tokens_.size() && tokens_[end].kind == TokenKind::kString) {
        is_key_of = tokens_[begin - 1].text == "hasKey";
        while (end < tokens_.size() && tokens_[end].kind == TokenKind::kString) {
          path.push_back(tokens_[end++].text);
        }
        --begin;
      }
      const bool is_bracketed = begin > 0 && tokens_[begin - 1].kind == TokenKind::kOpen &&
                                end < tokens_.size() && tokens_[end].kind == TokenKind::kClose;
      if (!is_bracketed) {
        break;
      }
      --begin;
      ++end;
      if (end < tokens_.size() && tokens_[end].is_attached) {
        path.insert(path.end(), tokens_[end].parts.begin(), tokens_[end].parts.end());
        ++end;
      }
    }
    Note(begin, path, is_key_of);
  }

  // Whether a function gets the value that does more than ask whether there is one.
  bool IsArgument(size_t begin) const {
    const Token& before = tokens_[begin - 1];
    return before.kind == TokenKind::kName &&
           !IsOneOf(before.text, {"if", "with", "and", "or", "not", "hasKey"});
  }

  void Note(size_t begin, std::vector<std::string_view> path, bool is_key_of) {
    // dig "a" "b" "default" .Values
    if (begin > 2 && tokens_[begin - 1].kind == TokenKind::kString) {
      size_t first = begin - 1;
      while (first > 0 && tokens_[first - 1].kind == TokenKind::kString) {
        --first;
      }
      if (first > 0 && IsName(first - 1, "dig")) {
        for (size_t i = first; i + 1 < begin; ++i) {
          path.push_back(tokens_[i].text);
        }
      }
    }
    std::string dotted;
    for (const std::string_view part : path) {
      dotted += (dotted.empty() ? "" : ".") + std::string(part);
    }
    if (is_checksum_) {
      return;
    }
    const bool is_truth = is_test_ && (begin == 0 || !IsArgument(begin));
    if (is_rendered_ && !is_key_of) {
      mentions_.rendered.insert(dotted);
    }
    if (is_truth) {
      mentions_.tested.insert(dotted);
    } else if (!is_key_of) {
      mentions_.used_whole.insert(dotted);
    }
    mentions_.chains.insert(std::move(dotted));
  }

  const std::vector<Token>& tokens_;
  Scope& scope_;
  TemplateReferences& mentions_;
  bool is_test_ = false;
  bool is_checksum_ = false;
  bool is_rendered_ = false;
};

// Whether the path, or one above it, is among the names.
bool HasPathOrAbove(const TemplateReferences::Names& names, std::string_view path) {
  if (names.contains("")) {
    return true;
  }
  for (size_t end = path.find('.'); !path.empty(); end = path.find('.', end + 1)) {
    if (names.contains(path.substr(0, end))) {
      return true;
    }
    if (end == std::string_view::npos) {
      break;
    }
  }
  return false;
}

// Where the action that begins at `at` ends: its `}}`, not one in a string.
size_t EndOfAction(std::string_view text, size_t at) {
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '}' && text.substr(at).starts_with("}}")) {
      return at;
    }
    if (c == '"' || c == '`') {
      ++at;
      while (at < text.size() && text[at] != c) {
        at += text[at] == '\\' && c == '"' ? 2 : 1;
      }
    }
  }
  return text.size();
}

}  // namespace

void TemplateReferences::Add(const TemplateReferences& other) {
  names.insert(other.names.begin(), other.names.end());
  chains.insert(other.chains.begin(), other.chains.end());
  used_whole.insert(other.used_whole.begin(), other.used_whole.end());
  tested.insert(other.tested.begin(), other.tested.end());
  rendered.insert(other.rendered.begin(), other.rendered.end());
}

bool TemplateReferences::IsOpen(std::string_view path) const {
  return HasPathOrAbove(used_whole, path);
}

bool TemplateReferences::IsRendered(std::string_view path) const {
  return HasPathOrAbove(rendered, path);
}

void ScanTemplate(std::string_view text, TemplateReferences& mentions) {
  Scope scope;
  for (size_t at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at)) {
    at += 2;
    std::string_view rest = text.substr(at);
    rest.remove_prefix(rest.starts_with("-") ? 1 : 0);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    if (rest.starts_with("/*")) {
      const size_t end = text.find("*/", at);
      at = end == std::string_view::npos ? text.size() : end;
      continue;
    }
    const size_t end = EndOfAction(text, at);
    at += at < end && text[at] == '-' ? 1 : 0;  // `{{-` trims spaces
    Action(Tokens(text.substr(at, end - at)).all(), scope, mentions).Run();
    at = end;
  }
}

}  // namespace kval::helm
