#include "src/lang/gotemplate/access.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "src/lang/gotemplate/containers.h"

namespace kval::gotemplate {

namespace {

std::string TypeName(const Value& value) {
  return std::string(value.type()->name);
}

// The type of what a value points to.
std::string PointedTypeName(const Value& value) {
  return TypeName(value).substr(value.type()->is_pointer ? 1 : 0);
}

// A nil that an interface holds, or the nil of a pointer.
bool IsNilPointer(const Value& value) {
  return (value.is_interface() && value.is_untyped_nil()) ||
         (value.is(Kind::kObject) && value.type()->is_pointer && value.is_nil());
}

// Reads an index into `limit` items. Fails the call if it is invalid; `limit` itself is valid.
std::optional<size_t> TakeIndex(Call& call, const Value& index, size_t limit) {
  if (index.is_interface()) {
    call.Fail("cannot index slice/array with type interface {}");  // Go's slice does not look into it
    return std::nullopt;
  }
  if (index.is_untyped_nil()) {
    call.Fail("cannot index slice/array with nil");
    return std::nullopt;
  }
  if (!index.is(Kind::kInt) && !index.is(Kind::kUint)) {
    call.Fail("cannot index slice/array with type " + TypeName(index));
    return std::nullopt;
  }
  const int64_t number = index.integer();
  if (number < 0 || static_cast<uint64_t>(number) > limit) {
    call.Fail("index out of range: " + std::to_string(number));
    return std::nullopt;
  }
  return static_cast<size_t>(number);
}

Value IndexMap(Call& call, const Value& map, const Value& key) {
  if (key.is_untyped_nil()) {
    return call.Fail("value is nil; should be of type string");
  }
  if (key.type() != &kStringType) {
    return call.Fail("value has type " + TypeName(key) + "; should be string");
  }
  const Value* found = map.map() == nullptr ? nullptr : map.map()->Find(key.text());
  return found == nullptr ? Value::Zero(*map.type()->element) : Element(*map.type(), *found);
}

Value IndexOnce(Call& call, const Value& item, const Value& index) {
  if (IsNilPointer(item)) {
    return call.Fail("index of nil pointer");
  }
  if (item.is(Kind::kMap)) {
    return IndexMap(call, item.Held(), index);
  }
  if (!item.is(Kind::kString) && !item.is(Kind::kList)) {
    return call.Fail("can't index item of type " + PointedTypeName(item));
  }
  const bool is_string = item.is(Kind::kString);
  const size_t size = is_string ? item.text().size() : Items(item).size();
  const std::optional<size_t> at = TakeIndex(call, index, size);
  if (!at) {
    return {};
  }
  if (*at == size) {
    return call.Fail(is_string ? "reflect: string index out of range" : "reflect: slice index out of range");
  }
  if (is_string) {
    return Value::Integral(kByteType, static_cast<unsigned char>(item.text()[*at]));
  }
  return Element(*item.type(), Items(item)[*at]);
}

}  // namespace

Value Index(Call& call) {
  Value item = call[0].Held();
  if (item.is_untyped_nil()) {
    return call.Fail("index of untyped nil");
  }
  for (const Value& index : call.args().subspan(1)) {
    item = IndexOnce(call, item, index.Held());
    if (call.failed()) {
      return {};
    }
  }
  return item;
}

Value Slice(Call& call) {
  const Value item = call[0].Held();
  const size_t given = call.size() - 1;
  if (item.is_untyped_nil()) {
    return call.Fail("slice of untyped nil");
  }
  if (IsNilPointer(item)) {
    return call.Fail("slice of nil pointer");
  }
  if (given > 3) {
    return call.Fail("too many slice indexes: " + std::to_string(given));
  }
  if (!item.is(Kind::kString) && !item.is(Kind::kList)) {
    return call.Fail("can't slice item of type " + PointedTypeName(item));
  }
  const bool is_string = item.is(Kind::kString);
  if (is_string && given == 3) {
    return call.Fail("cannot 3-index slice a string");
  }
  const List* list = is_string ? nullptr : item.list();
  const size_t size = is_string ? item.text().size() : Items(item).size();
  const size_t capacity = is_string ? size : list == nullptr ? 0 : list->capacity();
  std::array<size_t, 3> bounds = {0, size, capacity};
  for (size_t index = 0; index < given; ++index) {
    const std::optional<size_t> bound = TakeIndex(call, call[index + 1], capacity);
    if (!bound) {
      return {};
    }
    bounds[index] = *bound;
  }
  for (size_t index = 0; index + 1 < (given == 3 ? 3 : 2); ++index) {
    if (bounds[index] > bounds[index + 1]) {
      return call.Fail("invalid slice index: " + std::to_string(bounds[index]) + " > " +
                       std::to_string(bounds[index + 1]));
    }
  }
  if (is_string) {
    return Value::Text(*item.type(), item.text().substr(bounds[0], bounds[1] - bounds[0]))
        .From(item.origin());
  }
  return list == nullptr ? item
                         : call.heap().NewList(*item.type(), list->Slice(bounds[0], bounds[1], bounds[2]));
}

Value Length(Call& call) {
  const Value& item = call[0];
  if (IsNilPointer(item)) {
    return call.Fail("len of nil pointer");
  }
  switch (item.kind()) {
    case Kind::kInvalid:
      return call.Fail("reflect: call of reflect.Value.Type on zero Value");
    case Kind::kString:
      return Value::Int(static_cast<int64_t>(item.text().size()));
    case Kind::kList:
      return Value::Int(static_cast<int64_t>(Items(item).size()));
    case Kind::kMap:
      return Value::Int(static_cast<int64_t>(EntriesOf(item).size()));
    default:
      return call.Fail("len of type " + PointedTypeName(item));
  }
}

}  // namespace kval::gotemplate
