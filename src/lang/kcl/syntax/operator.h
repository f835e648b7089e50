#pragma once

#include <cstdint>
#include <string_view>

namespace kval::kcl {

enum class UnaryOp : uint8_t { kPlus, kMinus, kInvert, kNot };

enum class BinaryOp : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kFloorDivide,
  kModulo,
  kPower,
  kShiftLeft,
  kShiftRight,
  kBitAnd,
  kBitXor,
  kBitOr,  // on configs: union
  kAnd,
  kOr,
};

enum class CompareOp : uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIn,
  kNotIn,
  kIs,
  kIsNot,
};

// The effect of a config entry on an existing value.
enum class EntryOp : uint8_t {
  kUnion,     // `:`
  kOverride,  // `=`
  kInsert,    // `+=`
};

// Returns the spelling of the operator: `+`, `not in`, `:`.
std::string_view Spelling(UnaryOp op);
std::string_view Spelling(BinaryOp op);
std::string_view Spelling(CompareOp op);
std::string_view Spelling(EntryOp op);

}  // namespace kval::kcl
