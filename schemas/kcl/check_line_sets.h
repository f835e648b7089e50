#pragma once

#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/eval/checks.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::schemas::kcl {

// Check lines that the model does not express, by the schema of their record.
using InexpressibleChecks = std::map<const kval::kcl::Schema*, std::vector<const kval::kcl::CheckLine*>>;

// For a schema: the check lines that can fail for an instance whose values have the types of the model, and
// the attributes that these lines read.
struct SchemaChecks {
  std::vector<kval::kcl::eval::SchemaCheckLine> lines;
  std::vector<std::string_view> members;
};

// The lines of a schema and of all schemas reachable from its attributes. For values that fit the model no
// instances are needed: it is sufficient that these lines pass.
using IndependentChecks = std::unordered_map<const kval::kcl::Schema*, SchemaChecks>;

}  // namespace kval::schemas::kcl
