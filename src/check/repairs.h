#pragma once

#include <vector>

#include "src/check/key_meant.h"
#include "src/check/options.h"
#include "src/check/worker.h"
#include "src/diag/diagnostic.h"
#include "src/source/source_map.h"
#include "src/types/model.h"
#include "src/value/value.h"

// Repairs of values that are certain (diag::Fix). One without edits is none. Only what stands in a file as it
// is read has one: computed values, and scalars with escapes or over several lines, have none.
namespace kval::check {

// A misspelt member of an enumeration.
diag::Fix MemberFix(const value::Value& value, const std::vector<const value::Value*>& allowed);

// A key of `mapping` that its record does not declare, and what it holds.
struct UndeclaredKey {
  const value::Value* key;
  const value::Value* held;
  const value::Value* mapping;
};

// A misspelt key, where the key that was meant is not there and takes what stands there, if need be with its
// quotes repaired too. `worker` looks for it, which costs no more than a constant for each of many keys of
// one mapping.
diag::Fix KeyFix(const types::Model& model, const KeyMeant& meant, const UndeclaredKey& unknown,
                 const Options& options, Worker& worker);

// A key that stands one level too deep or too high, where blanks before its lines are all that has to change.
diag::Fix LevelFix(const types::Model& model, const KeyMeant& meant, const UndeclaredKey& unknown,
                   const source::SourceMap& sources);

}  // namespace kval::check
