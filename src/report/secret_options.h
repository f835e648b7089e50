#pragma once

#include <cstddef>
#include <string_view>

#include "src/report/secret_line.h"

namespace kval::report {

// Command options as list items whose values are the following items:
//
//   args:
//   - --token
//   - abc
//
// Receives the lines of a text in order. Keeps a reference to `sensitive`.
class SecretOptions {
 public:
  explicit SecretOptions(SensitiveKeys sensitive) : sensitive_(sensitive) {}

  // Whether the line is the value of a secret option, the item before.
  bool IsValue(const SecretLine& read, std::string_view line) const;
  void Take(const SecretLine& read, std::string_view line);

 private:
  SensitiveKeys sensitive_;
  bool after_option_ = false;
  size_t column_ = 0;
};

}  // namespace kval::report
