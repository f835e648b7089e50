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
class SecretsApart {
 public:
  struct Literal {
    uint32_t line = 0;
    Piece piece;
  };

  explicit SecretsApart(SensitiveKeys sensitive) : sensitive_(sensitive) {}

  // The column of the secret key whose value this line begins, behind a `:`.
  std::optional<size_t> ColumnOfKey(std::string_view line);
  void TakeComment(uint32_t number, std::string_view line);
  // The literals of the annotations above, which belong to the key that comes now.
  std::vector<Literal> TakeLiterals() { return std::exchange(literals_, {}); }

 private:
  SensitiveKeys sensitive_;
  std::optional<size_t> key_;  // the column of a secret one
  std::vector<Literal> literals_;
};

}  // namespace kval::report
