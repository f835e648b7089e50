#include "src/lang/lex/toml_depth.h"

#include <vector>

namespace kval::lex {
namespace {

class DepthScanner {
 public:
  DepthScanner(std::string_view text, size_t limit) : text_(text), limit_(limit) {}

  std::optional<size_t> Run() {
    while (at_ < text_.size() && !found_) {
      const size_t before = at_;
      open_.empty() ? Line() : Value();
      at_ += at_ == before ? 1 : 0;
    }
    return found_;
  }

 private:
  // An array or inline table: the depth around it, and whether it contains keys.
  struct Open {
    size_t depth;
    bool has_keys;
  };

  char Peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void SetDepth(size_t depth) {
    depth_ = depth;
    if (depth_ > limit_ && !found_) {
      found_ = at_;
    }
  }

  // A header, or a key with the value behind it, which ends at the line break outside of all brackets.
  void Line() {
    SkipSpaces();
    if (Peek() == '[') {
      at_ += Peek(1) == '[' ? 2 : 1;
      SetDepth(0);
      Key();
      header_ = depth_;
      SkipLine();
    } else if (Peek() == '\n' || Peek() == '\r') {
      ++at_;
    } else if (Peek() == '#') {
      SkipLine();
    } else {
      SetDepth(header_);
      Key();
      Value();
    }
  }

  // The parts of a key, each a level.
  void Key() {
    SetDepth(depth_ + 1);
    for (; at_ < text_.size() && !found_; ++at_) {
      const char c = Peek();
      if (c == '.') {
        SetDepth(depth_ + 1);
      } else if (c == '"' || c == '\'') {
        SkipString();
        --at_;
      } else if (c == '=' || c == ']' || c == '}' || c == ',' || c == '\n' || c == '#') {
        return;
      }
    }
  }

  void Value() {
    while (at_ < text_.size() && !found_) {
      const char c = Peek();
      if (c == '"' || c == '\'') {
        SkipString();
      } else if (c == '#') {
        SkipLine();
      } else if (c == '\n' && open_.empty()) {
        ++at_;
        return;
      } else if (c == '[' || c == '{') {
        open_.push_back({depth_, c == '{'});
        ++at_;
        SetDepth(depth_ + 1);
        KeyInside();
      } else if ((c == ']' || c == '}') && !open_.empty()) {
        depth_ = open_.back().depth;
        open_.pop_back();
        ++at_;
      } else {
        ++at_;
        if (c == ',') {
          KeyInside();
        }
      }
    }
  }

  void KeyInside() {
    if (!open_.empty() && open_.back().has_keys) {
      SkipSpaces();
      SetDepth(open_.back().depth);
      Key();
    }
  }

  void SkipSpaces() {
    while (Peek() == ' ' || Peek() == '\t') {
      ++at_;
    }
  }

  void SkipLine() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      ++at_;
    }
  }

  void SkipString() {
    const char quote = Peek();
    const bool is_long = Peek(1) == quote && Peek(2) == quote;
    at_ += is_long ? 3 : 1;
    while (at_ < text_.size()) {
      if (Peek() == '\\' && quote == '"') {
        at_ += 2;
      } else if (is_long && Peek() == quote && Peek(1) == quote && Peek(2) == quote) {
        at_ += 3;
        return;
      } else if (!is_long && (Peek() == quote || Peek() == '\n')) {
        at_ += Peek() == quote ? 1 : 0;
        return;
      } else {
        ++at_;
      }
    }
    at_ = text_.size();
  }

  std::string_view text_;
  size_t limit_;
  size_t at_ = 0;
  size_t header_ = 0;  // the depth of the table that the last header opened
  size_t depth_ = 0;
  std::vector<Open> open_;
  std::optional<size_t> found_;
};

}  // namespace

std::optional<size_t> TooDeepToml(std::string_view text, size_t limit) {
  return DepthScanner(text, limit).Run();
}

}  // namespace kval::lex
