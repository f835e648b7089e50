#pragma once

#include <vector>

#include "src/check/worker.h"
#include "src/types/model.h"
#include "src/value/value.h"

// Which of several schemas a faulty map was most likely written for.
namespace kval::check {

// What the map's own choices leave of the given types.
struct LeftByChoices {
  std::vector<types::TypeId> types;
  bool has_chosen = false;  // one of them lists the map's value of a key
};

// At a key where one type lists the map's value (`kind: {const: a}`), types that list other values there are
// left out. A value that no type lists leaves out none. Parts below `allOf` count.
LeftByChoices TypesLeftByChoices(const types::Model& model, const std::vector<types::TypeId>& types,
                                 const value::Value& mapping, Worker& worker);

// Those that declare the most of the map's keys; a key that is nearly a declared one, or
// that a rule for keys allows, counts half. All of them
// where none declares any, or once the document's budget for such comparisons is exhausted.
std::vector<types::TypeId> ClosestByKeys(const types::Model& model, const std::vector<types::TypeId>& types,
                                         const value::Value& mapping, Worker& worker);

}  // namespace kval::check
