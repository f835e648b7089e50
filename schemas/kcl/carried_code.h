#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/types/translatable.h"

namespace kval::schemas::kcl {

// Functions and computed defaults of the schema's author, on their way into a KCL program.
//
// At their origin, names had other types: a mixin is checked without its hosts, and Starlark has no types.
// Whether the code compiles is therefore only known once the whole program is written.
class CarriedCode {
 public:
  struct Words {
    std::optional<types::Translatable::Text>
        text;             // empty when KCL cannot express it, or when it was rejected
    std::string why_not;  // why the text was rejected; may be empty
  };

  // A predicate's or a thunk's code in KCL's words, in a schema of that name. Null has none.
  template <typename Code>
  Words In(const std::string& schema, const Code* code, const types::Translatable::Names& names) {
    return WordsOf(schema, dynamic_cast<const types::Translatable*>(code), names);
  }

  // Compiles the program that was written with these words. What does not compile of them is left out from
  // now on. False when there was nothing to be left out: the program is to be kept.
  bool LeaveOutFaultsOf(const std::string& program);

 private:
  using Place = std::pair<std::string, std::string>;  // the schema, the expression

  Words WordsOf(const std::string& schema, const types::Translatable* code,
                const types::Translatable::Names& names);

  std::set<Place> given_;  // since the last program
  std::set<Place> left_out_;
  int rounds_ = 0;
};

}  // namespace kval::schemas::kcl
