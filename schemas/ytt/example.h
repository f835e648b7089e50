#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/types/model.h"
#include "src/value/builder.h"

// Example values of types in a schema.
namespace kval::schemas::ytt {

// Returns the name of a scalar type in `one_of=`.
std::string_view NameOf(value::Kind kind);

// Returns whether the example contains the type's structure: a map or an array.
bool IsStructure(const types::Model& model, types::TypeId id);
// Returns the union member that the example shows, if a member is a map or an array.
types::TypeId StructuredMember(const types::Model& model, const types::Union& choice);

// Returns whether a default can be used as the example value.
bool IsExample(const types::Model& model, const types::Type& type, const value::Value& value);
// Returns the example value of a scalar type: the default if possible, otherwise a value of the type.
const value::Value* ExampleOf(const types::Model& model, const types::Type& type,
                              const value::Value* fallback, value::Builder& build);

// Returns the arguments of `@schema/key` for the allowed numbers of keys: `, expects=[0, 1]`.
std::string CountsOf(const std::vector<types::Count>& counts);

}  // namespace kval::schemas::ytt
