#pragma once

#include "src/support/arena.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// What null means to the API server. kBuiltin: what is not there; in a list or a map the zero of its type
// (Go's decoder). kCustom: what is not there, where the schema does not allow null and the value is no item
// of a list (apiextensions-apiserver, pkg/apiserver/schema/defaulting/prunenulls.go).
enum class Nulls : uint8_t { kBuiltin, kCustom };

// The value without the nulls that mean nothing. A null of a required key stays, so that it is what is
// reported. What has none is shared.
const value::Value* WithoutNulls(const value::Value& value, types::TypeId type, const types::Model& model,
                                 Nulls nulls, Arena& arena);

}  // namespace kval::kubernetes
