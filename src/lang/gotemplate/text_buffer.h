#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kval::gotemplate {

// Text that grows up to a limit. Beyond it, text is dropped and `is_full` is set.
class TextBuffer {
 public:
  explicit TextBuffer(size_t limit) : limit_(limit) {}
  void Append(std::string_view text) {
    if (text.size() > limit_ - text_.size()) {
      is_full_ = true;
      return;
    }
    text_.append(text);
  }
  void Append(size_t count, char c) {
    if (count > limit_ - text_.size()) {
      is_full_ = true;
      return;
    }
    text_.append(count, c);
  }
  // Also for values that nest too deeply to be printed.
  void SetFull() { is_full_ = true; }
  bool is_full() const { return is_full_; }
  const std::string& text() const { return text_; }
  std::string& text() { return text_; }

 private:
  std::string text_;
  size_t limit_;
  bool is_full_ = false;
};

}  // namespace kval::gotemplate
