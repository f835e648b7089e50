#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "src/report/secret_line.h"

namespace kval::report {

// What goes on with the value of a secret key though it is not indented as it must be:
//
//   password:          password: |
//   hunter2              some
//                      text
//
// A line that begins with no key is no entry, so it is a part of what stands above. One with a key is an
// entry where a mapping is open at its column. To be told of the lines of a text in turn that lie below no
// secret.
class SecretsBelow {
 public:
  // Whether the line goes on with a secret value above it.
  bool IsValue(const SecretLine& read, std::string_view line);
  // A line with an entry, whose value is secret or not.
  void Take(const SecretLine& read, std::string_view line, bool is_secret);
  void BeginDocument();

 private:
  std::vector<size_t> columns_;     // of the mappings that are open
  std::optional<size_t> open_key_;  // the column of a secret one, below which no other has come yet
};

}  // namespace kval::report
