#pragma once

#include <cstdint>
#include <initializer_list>

#include "src/value/value.h"

namespace kval::types {

// Kinds of values, as a set.
class ValueKindSet {
 public:
  constexpr ValueKindSet() = default;
  constexpr ValueKindSet(std::initializer_list<value::Kind> kinds) {
    for (value::Kind kind : kinds) {
      bits_ = static_cast<uint8_t>(bits_ | Bit(kind));
    }
  }
  static constexpr ValueKindSet All() { return ValueKindSet(kEvery); }
  static constexpr ValueKindSet AllButNull() {
    return ValueKindSet(static_cast<uint8_t>(kEvery & ~Bit(value::Kind::kNull)));
  }

  constexpr bool Has(value::Kind kind) const { return (bits_ & Bit(kind)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr ValueKindSet operator|(ValueKindSet other) const {
    return ValueKindSet(static_cast<uint8_t>(bits_ | other.bits_));
  }
  constexpr ValueKindSet operator&(ValueKindSet other) const {
    return ValueKindSet(static_cast<uint8_t>(bits_ & other.bits_));
  }
  friend constexpr bool operator==(ValueKindSet, ValueKindSet) = default;

 private:
  static constexpr uint8_t kEvery = 0x7f;
  static constexpr uint8_t Bit(value::Kind kind) {
    return static_cast<uint8_t>(1U << static_cast<int>(kind));
  }
  explicit constexpr ValueKindSet(uint8_t bits) : bits_(bits) {}

  uint8_t bits_ = 0;
};

}  // namespace kval::types
