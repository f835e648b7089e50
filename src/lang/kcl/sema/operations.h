#pragma once

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// The types of operators.
class Operations : private Components {
 public:
  explicit Operations(const Components& components) : Components(components) {}

  const Type* Binary(const Type* left, const Type* right, BinaryOp op, source::Span at);
  const Type* Unary(const Type* operand, UnaryOp op, source::Span at);
  void Compare(const Type* left, const Type* right, CompareOp op, source::Span at);

 private:
  const Type* BinaryResult(const Type* left, const Type* right, BinaryOp op, source::Span at);
  const Type* UnionResult(const Type* left, const Type* right);
  bool Comparable(const Type* left, const Type* right, CompareOp op) const;
};

}  // namespace kval::kcl::sema
