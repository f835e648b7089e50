#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/report/secret_line.h"

namespace kval::report {

// Secrets on another line than their key:
//
//   ? password
//   : x
//
//   #@schema/default "x"
//   password: ""
//
// Receives the lines of a text in order. Keeps a reference to `sensitive`.
class DetachedSecrets {
 public:
  struct Literal {
    uint32_t line = 0;
    OffsetRange piece;
  };

  explicit DetachedSecrets(SensitiveKeys sensitive) : sensitive_(sensitive) {}

  // Returns the column of the secret key whose value begins on this line, after a `:`.
  std::optional<size_t> GetKeyColumn(std::string_view line);
  void AddComment(uint32_t number, std::string_view line);
  // Returns the literals of the preceding annotations, which belong to the next key.
  std::vector<Literal> TakeLiterals() { return std::exchange(literals_, {}); }

 private:
  SensitiveKeys sensitive_;
  std::optional<size_t> key_;  // the column of a secret one
  std::vector<Literal> literals_;
};

}  // namespace kval::report
