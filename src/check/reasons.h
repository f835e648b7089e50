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
  Fault first;  // the first violation, with its path from the value; without a value: the budget was
                // exhausted to ask
};

constexpr size_t kMostReasons = 8;

// Returns one reason for each of the violation's types, up to `kMostReasons`, best matches first.
std::vector<Reason> ReasonsOf(const Fault& fault, Judge::Asks asks, const types::Model& model,
                              Worker& worker);

// Returns the key of the value that all map types reject, which is the one to fix; null if there is none.
const value::Value* KeyOfNone(const std::vector<Reason>& reasons);

}  // namespace kval::check
