#pragma once

#include <string>
#include <vector>

#include "src/check/fault.h"
#include "src/check/judge.h"

namespace kval::check {

// Why a value is not of one of the types it might be of.
struct Reason {
  types::TypeId type;
  std::string text;
  Fault first;  // what is wrong first, with its path from the value on; without a value: no steps were left
                // to ask
};

constexpr size_t kMostReasons = 8;

// One for each of the fault's types, of the first `kMostReasons`: those first of which more is right.
std::vector<Reason> ReasonsOf(const Fault& fault, Judge::Asks asks, const types::Model& model,
                              Worker& worker);

// The key of the value that all types that are maps refuse, which is the one to mend; null when there is
// none.
const value::Value* KeyOfNone(const std::vector<Reason>& reasons);

}  // namespace kval::check
