#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace kval {

// One argument of Substitute, written out as text.
class SubstituteArg {
 public:
  SubstituteArg(std::string_view text) : text_(text) {}
  SubstituteArg(const std::string& text) : text_(text) {}
  SubstituteArg(const char* text) : text_(text) {}
  template <typename T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char>)
      SubstituteArg(T number)
      : owned_(std::to_string(number)), is_owned_(true) {}

  std::string_view text() const { return is_owned_ ? std::string_view(owned_) : text_; }

 private:
  std::string_view text_;
  std::string owned_;
  bool is_owned_ = false;
};

// The number of `{}` in a format.
constexpr size_t CountPlaceholders(std::string_view format) {
  size_t count = 0;
  for (size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] == '{' && format[i + 1] == '}') {
      ++count;
      ++i;
    }
  }
  return count;
}

// Returns a name in one line: its line breaks become `\n` and `\r`.
std::string InOneLine(std::string_view name);

// Replaces each `{}` of `format` by the argument of its turn. Placeholders and arguments must be equally
// many. Line breaks of an argument in backticks, which is a name, become `\n` and `\r`.
// Arguments longer than `longest` bytes are shortened (utf8::Shorten).
std::string Substitute(std::string_view format, std::span<const SubstituteArg> args,
                       size_t longest = std::string_view::npos);

template <typename... Args>
std::string Substitute(std::string_view format, const Args&... args) {
  const SubstituteArg list[] = {SubstituteArg(args)...};
  return Substitute(format, std::span<const SubstituteArg>(list));
}
inline std::string Substitute(std::string_view format) {
  return std::string(format);
}

}  // namespace kval
