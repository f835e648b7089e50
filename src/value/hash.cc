#include "src/value/hash.h"

#include <cmath>

#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"

namespace kval::value {
namespace {

uint64_t HashOfInteger(const Value& integer) {
  return KeyedHash(static_cast<uint64_t>(integer.is_unsigned), static_cast<uint64_t>(integer.integer));
}

uint64_t HashOfReal(double real) {
  const std::optional<Value> whole = ToInteger(real);
  return whole ? HashOfInteger(*whole) : KeyedHash(real);
}

uint64_t HashOfItems(const Value& list) {
  uint64_t hash = list.items().size() * 7 + 3;
  for (const Value* item : list.items()) {
    hash = KeyedHash(hash, Hash(*item));
  }
  return hash;
}

uint64_t HashOfEntries(const Value& map) {
  uint64_t hash = map.entries().size() + 1;
  for (const Entry& entry : map.entries()) {
    hash += KeyedHash(Hash(*entry.key), Hash(*entry.value));
  }
  return hash;
}

}  // namespace

std::optional<Value> ToInteger(double real) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (real != std::trunc(real) || real < -kTwoTo63 || real >= 2 * kTwoTo63) {
    return std::nullopt;
  }
  Value whole;
  whole.kind = Kind::kInt;
  whole.is_unsigned = real >= kTwoTo63;
  whole.integer =
      whole.is_unsigned ? static_cast<int64_t>(static_cast<uint64_t>(real)) : static_cast<int64_t>(real);
  return whole;
}

uint64_t Hash(const Value& value) {
  NeedStack();
  const uint64_t kind = static_cast<uint64_t>(value.kind) + 1;
  switch (value.kind) {
    case Kind::kNull:
      return KeyedHash(kind);
    case Kind::kBool:
      return KeyedHash(kind, static_cast<uint64_t>(value.boolean));
    case Kind::kInt:
      return HashOfInteger(value);
    case Kind::kFloat:
      return HashOfReal(value.real);
    case Kind::kString:
      return KeyedHash(kind, KeyedHash(value.raw));
    case Kind::kSequence:
      return HashOfItems(value);
    case Kind::kMapping:
      return HashOfEntries(value);
  }
  return kind;
}

}  // namespace kval::value
