#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/types/model.h"
#include "src/value/builder.h"

// The example value of a type in a schema.
namespace kval::schemas::ytt {

// The name of a scalar's type in `one_of=`.
std::string_view NameOf(value::Kind kind);

// Whether the example shows the type's structure: a map or an array.
bool IsStructure(const types::Model& model, types::TypeId id);
// The member of a union that the example shows, if it has a map or an array.
types::TypeId StructureAmong(const types::Model& model, const types::Union& choice);

// Whether a default can serve as the example value in the schema.
bool IsExample(const types::Model& model, const types::Type& type, const value::Value& value);
// The example value of a scalar type: the default when it can serve, otherwise a value of the type.
const value::Value* ExampleOf(const types::Model& model, const types::Type& type,
                              const value::Value* fallback, value::Builder& build);

// `, expects=[0, 1]`: the arguments of `@schema/key` for the numbers of keys that are allowed.
std::string CountsOf(const std::vector<types::Count>& counts);

}  // namespace kval::schemas::ytt
