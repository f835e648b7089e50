#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/types/translatable.h"

namespace kval::schemas::kcl {

// Copies functions and computed defaults of a schema into a KCL program.
//
// In the source schema, names had other types: a mixin is checked without its hosts, and Starlark has no
// static types. Whether the code compiles is therefore known only after the whole program is written.
class CarriedCode {
 public:
  struct Words {
    std::optional<types::Translatable::Text> text;  // empty if KCL cannot express it, or it was rejected
    std::string why_not;                            // the reason for the rejection; may be empty
  };

  // Returns the KCL code of a predicate or thunk for the schema with this name; empty for null.
  template <typename Code>
  Words In(const std::string& schema, const Code* code, const types::Translatable::Names& names) {
    return WordsOf(schema, dynamic_cast<const types::Translatable*>(code), names);
  }

  // Compiles the program that contains the returned code, and rejects code that does not compile from now on.
  // Returns true if code was rejected: write the program again. Returns false if the program is final.
  bool LeaveOutFaultsOf(const std::string& program);

 private:
  using Place = std::pair<std::string, std::string>;  // the schema and the expression

  Words WordsOf(const std::string& schema, const types::Translatable* code,
                const types::Translatable::Names& names);

  std::set<Place> given_;  // code returned since the last compilation
  std::set<Place> left_out_;
  int rounds_ = 0;
};

}  // namespace kval::schemas::kcl
