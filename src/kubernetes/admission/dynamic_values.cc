#include "src/kubernetes/admission/dynamic_values.h"

#include "src/kubernetes/admission/server_knowledge.h"

namespace kval::kubernetes {

using value::Kind;

bool DynamicValues::DynamicMap::Find(const cel::Value& key, cel::Value* found) const {
  const value::Entry* entry =
      key.is(cel::ValueKind::kString) ? values_.index_.Find(source_, key.text()) : nullptr;
  if (entry != nullptr) {
    *found = values_.ToCel(entry->value);
  }
  return entry != nullptr;
}

cel::Value DynamicValues::DynamicMap::KeyAt(size_t index) const {
  return cel::Value::String(source_.entries()[index].key->raw);
}

cel::Value DynamicValues::DynamicMap::ValueAt(size_t index) const {
  return values_.ToCel(source_.entries()[index].value);
}

cel::Value DynamicValues::ToCel(const value::Value* value) {
  if (value == nullptr) {
    return cel::Value::Null();
  }
  if (value == &GeneratedValue()) {
    return UnknownValue(ServerKnowledge::kGenerated);
  }
  switch (value->kind) {
    case Kind::kNull:
      return cel::Value::Null();
    case Kind::kBool:
      return cel::Value::Bool(value->boolean);
    case Kind::kInt:
      return value->is_unsigned
                 ? cel::Value::Double(static_cast<double>(static_cast<uint64_t>(value->integer)))
                 : cel::Value::Int(value->integer);
    case Kind::kFloat:
      return cel::Value::Double(value->real);
    case Kind::kString:
      return cel::Value::String(value->raw);
    case Kind::kSequence:
    case Kind::kMapping:
      break;
  }
  const auto known = adapted_.find(value);
  if (known != adapted_.end()) {
    return known->second;
  }
  cel::Value adapted;
  if (value->kind == Kind::kMapping) {
    adapted = cel::Value::OfMap(&maps_.emplace_back(*this, *value));
    sources_.emplace(&maps_.back(), value);
  } else {
    adapted = cel::Value::OfList(&lists_.emplace_back(*this, *value));
  }
  adapted_.emplace(value, adapted);
  return adapted;
}

const value::Value* DynamicValues::SourceOf(const cel::Map* map) const {
  const auto found = sources_.find(map);
  return found == sources_.end() ? nullptr : found->second;
}

}  // namespace kval::kubernetes
