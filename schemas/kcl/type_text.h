#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schemas/kcl/schema_names.h"
#include "schemas/losses.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// The rule that a KCL type can express, as a union of strings (`"debug" | "info"`), or null. Unions of
// numbers are not used: `kcl vet` rejects data for them. `defaults`: the defaults of values of the type in
// the schema, which must be among the literals.
const types::Rule* RuleInType(const types::Model& model, const types::Type& type,
                              const std::vector<const value::Value*>& defaults);

// Of a type that has one value: that it is this one, where the type in KCL does not say it.
std::optional<types::Rule> RuleOfLiteral(const types::Type& type);

// The values inside `values`: their items, or the values of their entries.
std::vector<const value::Value*> ElementsOf(const std::vector<const value::Value*>& values);

// The keys when a rule does no more than name them (`cpu|memory`): a dict type says that. Else empty.
std::vector<std::string> NamedKeys(const types::KeyRule& rule);

// A type as text, and what the text leaves out.
struct TypeText {
  std::string text;
  std::vector<std::string> comments;
};

TypeText WriteType(types::TypeId type, const std::vector<const value::Value*>& defaults,
                   const diag::Path& path, const types::Model& model, const SchemaNames& names,
                   Losses& losses);

}  // namespace kval::schemas::kcl
