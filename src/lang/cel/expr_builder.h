#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "src/lang/cel/ast.h"
#include "src/support/arena.h"

namespace kval::cel {

// Creates nodes in an arena, for macros.
class ExprBuilder {
 public:
  explicit ExprBuilder(Arena& arena) : arena_(arena) {}

  Arena& arena() { return arena_; }
  // Sets the source location of nodes created from now on.
  void set_place(uint32_t at, uint32_t begin, uint32_t end) { at_ = at, begin_ = begin, end_ = end; }

  Expr* New(ExprKind kind);
  Expr* Literal(Value value);
  Expr* Ident(std::string_view name);
  Expr* Select(Expr* operand, std::string_view field);
  Expr* Call(std::string_view function, std::initializer_list<Expr*> args);
  Expr* MemberCall(std::string_view function, std::initializer_list<Expr*> args);
  Expr* List(std::initializer_list<Expr*> items);
  // Returns a deep copy; null if the limit on copies is exceeded.
  Expr* Copy(const Expr* expr);

 private:
  Arena& arena_;
  uint32_t at_ = 0;
  uint32_t begin_ = 0;
  uint32_t end_ = 0;
  uint64_t copied_ = 0;
};

// Returns the operation for a function name.
Op OpOf(std::string_view function);

}  // namespace kval::cel
