#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schemas/conversion_warnings.h"
#include "schemas/kcl/schema_names.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// Returns the rule that a KCL type can express as a union of strings (`"debug" | "info"`), or null. Unions of
// numbers are not used, because `kcl vet` rejects data for them. `defaults`: the defaults of values of the
// type, which must be among the literals.
const types::Rule* RuleInType(const types::Model& model, const types::Type& type,
                              const std::vector<const value::Value*>& defaults);

// Returns the rule that restricts a type with one value to it, if the KCL type does not express this.
std::optional<types::Rule> LiteralRule(const types::Type& type);

// Returns the items, or the values of the entries, of all `values`.
std::vector<const value::Value*> ElementsOf(const std::vector<const value::Value*>& values);

// Returns the keys of a rule that only enumerates them (`cpu|memory`), which a dict type can express;
// otherwise empty.
std::vector<std::string> NamedKeys(const types::KeyRule& rule);

// A KCL type, and comments about the parts that it does not express.
struct TypeText {
  std::string text;
  std::vector<std::string> comments;
};

// Writes a type as a KCL type. Dropped parts are reported to `losses`.
TypeText WriteType(types::TypeId type, const std::vector<const value::Value*>& defaults,
                   const diag::Path& path, const types::Model& model, const SchemaNames& names,
                   ConversionWarnings& losses);

}  // namespace kval::schemas::kcl
