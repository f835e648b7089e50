#pragma once

#include <cstddef>
#include <string_view>

#include "src/report/secret_line.h"

namespace kval::report {

// Options of commands as items of a list of their own, whose values are the items behind them:
//
//   args:
//   - --token
//   - abc
//
// To be told of the lines of a text in turn. Keeps `sensitive`, which must outlive it.
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
