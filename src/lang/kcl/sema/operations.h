#pragma once

#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// The types of operators.
class Operations {
 public:
  explicit Operations(Context& context)
      : context_(context), types_(context.types), diagnostics_(context.diagnostics) {}

  const Type* Binary(const Type* left, const Type* right, BinaryOp op, source::Span at);
  const Type* Unary(const Type* operand, UnaryOp op, source::Span at);
  void Compare(const Type* left, const Type* right, CompareOp op, source::Span at);

 private:
  const Type* BinaryResult(const Type* left, const Type* right, BinaryOp op, source::Span at);
  const Type* UnionResult(const Type* left, const Type* right);
  bool Comparable(const Type* left, const Type* right, CompareOp op) const;

  Context& context_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
