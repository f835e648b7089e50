#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "src/redaction/secret_line.h"

namespace kval::redaction {

// Continuations of a secret value with wrong indentation:
//
//   password:          password: |
//   hunter2              some
//                      text
//
// A line without a key belongs to the value above. A line with a key is an entry if a mapping is open at its
// column. Receives, in order, the lines that are not below a secret.
class MisindentedSecrets {
 public:
  // Returns whether the line continues a secret value of a previous line.
  bool IsValue(const SecretLine& read, std::string_view line);
  // Processes a line with an entry. `is_secret`: its value is secret.
  void Take(const SecretLine& read, std::string_view line, bool is_secret);
  void BeginDocument();

 private:
  std::vector<size_t> columns_;     // of the mappings that are open
  std::optional<size_t> open_key_;  // the column of a secret one, below which no other has come yet
};

}  // namespace kval::redaction
