#include "src/types/pattern_substrings.h"

#include <cstddef>
#include <utility>

namespace kval::types {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

bool IsInsideCharacter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Behind a class of characters that begins at `at`; nowhere for one that the two syntaxes read differently.
size_t AfterClass(std::string_view pattern, size_t at) {
  size_t next = at + 1;
  next += next < pattern.size() && pattern[next] == '^' ? 1 : 0;
  if (next < pattern.size() && pattern[next] == ']') {
    return kNowhere;
  }
  for (; next < pattern.size() && pattern[next] != ']'; ++next) {
    if (pattern[next] == '[') {
      return kNowhere;
    }
    next += pattern[next] == '\\' ? 1 : 0;
  }
  return next < pattern.size() ? next + 1 : kNowhere;
}

class Reader {
 public:
  explicit Reader(std::string_view pattern) : pattern_(pattern) {}

  std::vector<std::string> Read() {
    for (size_t at = 0; at < pattern_.size();) {
      at = Step(at);
      if (at == kNowhere) {
        return {};
      }
    }
    End();
    return std::move(pieces_);
  }

 private:
  void End() {
    if (!piece_.empty()) {
      pieces_.push_back(std::move(piece_));
    }
    piece_.clear();
  }

  // The last character need not be there.
  void DropLast() {
    while (!piece_.empty() && IsInsideCharacter(piece_.back())) {
      piece_.pop_back();
    }
    if (!piece_.empty()) {
      piece_.pop_back();
    }
    End();
  }

  size_t Step(size_t at) {
    const char c = pattern_[at];
    switch (c) {
      case '|':
      case '(':
      case ')':
        return kNowhere;
      case '[':
        End();
        return AfterClass(pattern_, at);
      case '\\':
        return Escape(at + 1);
      case '*':
      case '?':
        DropLast();
        return at + 1;
      case '{': {
        DropLast();
        const size_t end = pattern_.find('}', at);
        return end == kNowhere ? kNowhere : end + 1;
      }
      case '+':
      case '.':
      case '^':
      case '$':
        End();
        return at + 1;
      default:
        piece_ += c;
        return at + 1;
    }
  }

  // An escaped literal, or a character class.
  size_t Escape(size_t at) {
    if (at == pattern_.size()) {
      return kNowhere;
    }
    const char c = pattern_[at];
    if (std::string_view("dDwWsS").find(c) != kNowhere) {
      End();
      return at + 1;
    }
    const bool is_mark = c > ' ' && c < 0x7F && std::string_view("\\^$.*+?()[]{}|/-").find(c) != kNowhere;
    piece_ += c;
    return is_mark ? at + 1 : kNowhere;
  }

  std::string_view pattern_;
  std::string piece_;
  std::vector<std::string> pieces_;
};

}  // namespace

std::vector<std::string> GetRequiredSubstrings(std::string_view pattern) {
  return Reader(pattern).Read();
}

}  // namespace kval::types
