#include "src/driver/releases/fields.h"

#include "src/helm/go_number.h"

namespace kval::driver {

using value::Kind;
using value::Value;

const Value* FieldAt(const Value* object, FieldPath path) {
  for (const std::string_view key : path) {
    object = object == nullptr || object->kind != Kind::kMapping ? nullptr : value::Find(*object, key);
  }
  return object;
}

std::string TextAt(const Value* object, FieldPath path) {
  const Value* found = FieldAt(object, path);
  return found == nullptr || found->is_collection() || found->kind == Kind::kNull ? std::string()
                                                                                  : helm::FieldText(*found);
}

bool IsTrueAt(const Value* object, FieldPath path) {
  const Value* found = FieldAt(object, path);
  return found != nullptr && found->kind == Kind::kBool && found->boolean;
}

std::span<const Value* const> ItemsAt(const Value* object, FieldPath path) {
  const Value* found = FieldAt(object, path);
  return found == nullptr ? std::span<const Value* const>() : found->items();
}

const Value* MapAt(const Value* object, FieldPath path) {
  const Value* found = FieldAt(object, path);
  return found == nullptr || found->entries().empty() ? nullptr : found;
}

}  // namespace kval::driver
