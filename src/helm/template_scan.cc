#include "src/helm/template_scan.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace kval::helm {
namespace {

enum class TokenKind : uint8_t { kName, kChain, kString, kOpen, kClose, kOther };

struct Token {
  TokenKind kind;
  std::string_view text;                // a name, the content of a string
  std::vector<std::string_view> parts;  // of a chain: its fields
  bool is_attached = false;             // a chain right behind a closing bracket
};

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
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

// Reads the tokens of one action.
class Action {
 public:
  Action(const std::vector<Token>& tokens, Mentions& mentions) : tokens_(tokens), mentions_(mentions) {}

  void Run() {
    is_test_ = !tokens_.empty() && tokens_[0].kind == TokenKind::kName &&
               (tokens_[0].text == "if" || (tokens_.size() > 1 && tokens_[0].text == "else" &&
                                            tokens_[1].kind == TokenKind::kName && tokens_[1].text == "if"));
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.kind == TokenKind::kString) {
        AddWords(token.text);
      }
      for (const std::string_view part : token.parts) {
        mentions_.words.emplace(part);
      }
      const auto values = std::find(token.parts.begin(), token.parts.end(), "Values");
      if (token.kind == TokenKind::kChain && values != token.parts.end()) {
        AddChain(i, {values + 1, token.parts.end()});
      }
    }
  }

 private:
  // A string may be a key, or several with dots between them.
  void AddWords(std::string_view text) {
    for (size_t at = 0; at <= text.size();) {
      const size_t end = std::min(text.find('.', at), text.size());
      mentions_.words.emplace(text.substr(at, end - at));
      at = end + 1;
    }
    mentions_.words.emplace(text);
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
    return before.kind == TokenKind::kName && before.text != "if" && before.text != "and" &&
           before.text != "or" && before.text != "not" && before.text != "hasKey";
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
    const bool is_truth = is_test_ && (begin == 0 || !IsArgument(begin));
    if (is_truth) {
      mentions_.truths.insert(dotted);
    } else if (!is_key_of) {
      mentions_.whole.insert(dotted);
    }
    mentions_.chains.insert(std::move(dotted));
  }

  const std::vector<Token>& tokens_;
  Mentions& mentions_;
  bool is_test_ = false;
};

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

void Mentions::Add(const Mentions& other) {
  words.insert(other.words.begin(), other.words.end());
  chains.insert(other.chains.begin(), other.chains.end());
  whole.insert(other.whole.begin(), other.whole.end());
  truths.insert(other.truths.begin(), other.truths.end());
}

bool Mentions::IsOpen(std::string_view path) const {
  if (whole.contains("")) {
    return true;
  }
  for (size_t end = path.find('.'); !path.empty(); end = path.find('.', end + 1)) {
    if (whole.contains(path.substr(0, end))) {
      return true;
    }
    if (end == std::string_view::npos) {
      break;
    }
  }
  return false;
}

void ScanTemplate(std::string_view text, Mentions& mentions) {
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
    at += at < end && text[at] == '-' ? 1 : 0;  // `{{-` takes blanks away
    Action(Tokens(text.substr(at, end - at)).all(), mentions).Run();
    at = end;
  }
}

}  // namespace kval::helm
