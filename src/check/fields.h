#pragma once

#include "src/types/model.h"
#include "src/value/value.h"

// Which part of a record a key belongs to.
namespace kval::check {

// The field that `key` names, or null.
const types::Field* FieldOf(const types::Model& model, const types::Record& record, const value::Value& key);

// The first key rule that allows `key`, or null. To be asked only for keys that name no field.
const types::KeyRule* KeyRuleOf(const types::Record& record, const value::Value& key,
                                const value::Value& mapping);

// True when the type's shape is for values of this kind: a list for sequences, a record for mappings…
bool TakesKind(const types::Model& model, types::TypeId type, value::Kind kind);

}  // namespace kval::check
