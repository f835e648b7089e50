#pragma once

#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/eval/checks.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::schemas::kcl {

// Check lines that the model does not express, by the schema of their record.
using UnsaidLines = std::map<const kval::kcl::Schema*, std::vector<const kval::kcl::CheckLine*>>;

// The check lines of a schema that alone can fail for an instance whose values have the types of the model,
// and the attributes that they read.
struct SchemaLines {
  std::vector<kval::kcl::eval::PartLine> lines;
  std::vector<std::string_view> members;
};

// Of a schema and all those that its attributes lead to. Their instances need not be made to know that all is
// well: it is enough that these lines hold.
using LoneLines = std::unordered_map<const kval::kcl::Schema*, SchemaLines>;

}  // namespace kval::schemas::kcl
