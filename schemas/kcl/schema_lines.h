#pragma once

#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/eval/checks.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::schemas::kcl {

// Lines of check blocks of which the model says nothing, by the schema of the record that they are about.
using UnsaidLines = std::map<const kval::kcl::Schema*, std::vector<const kval::kcl::CheckLine*>>;

// The check lines of a schema that are all that can go wrong with an instance whose values are of the model's
// types, and what they read of it.
struct SchemaLines {
  std::vector<kval::kcl::eval::PartLine> lines;
  std::vector<std::string_view> members;
};

// Of a schema and all those that its attributes lead to. Their instances need not be made to know that all is
// well: it is enough that these lines hold.
using LoneLines = std::unordered_map<const kval::kcl::Schema*, SchemaLines>;

}  // namespace kval::schemas::kcl
