#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kval::redaction {

// Recognizes lines of invalid YAML that continue a secret value with wrong indentation or quotes:
//
//   password:          password: |
//   hunter2              some
//                      text
//
// Receives the lines with keys and the unread lines, in order.
class SecretContinuation {
 public:
  // Returns whether the line continues the value. Otherwise the value ends at the line, unless the line is a
  // comment.
  bool Take(std::string_view line);
  // Records a secret entry, on whose line its value begins if `has_value`.
  void Begin(std::string_view line, bool has_value);
  // Whether a secret value may go on in the next line.
  bool is_open() const { return is_open_; }

 private:
  std::vector<size_t> columns_;  // of the entries above, each less indented than the next
  bool is_open_ = false;
  bool has_value_ = false;
  size_t column_ = 0;  // of the secret key
};

}  // namespace kval::redaction
