#pragma once

#include <string>
#include <vector>

#include "src/check/validator.h"
#include "src/check/violation.h"

namespace kval::findings {

// Why a value is not of one of the types it might be of.
struct MismatchReason {
  types::TypeId type;
  std::string text;
  check::Violation first;  // the first violation, with its path from the value; without a value: the budget
                           // was exhausted to ask
};

constexpr size_t kMaxReasons = 8;

// Returns one reason for each of the types, up to `kMaxReasons`, best matches first.
std::vector<MismatchReason> ExplainMismatch(const value::Value& value,
                                            const std::vector<types::TypeId>& types,
                                            check::Validator::ValidationScope scope,
                                            const types::Model& model, check::ValidationState& worker);

// Returns the key of the value that all map types reject, which is the one to fix; null if there is none.
const value::Value* FindKeyRejectedByAll(const std::vector<MismatchReason>& reasons);

}  // namespace kval::findings
