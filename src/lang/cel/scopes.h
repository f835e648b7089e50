#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/environment.h"
#include "src/lang/cel/overload.h"

namespace kval::cel {

// Resolves names at a position of a program: loop variables, variables of the environment, types.
//
// As in cel-go, a qualified name is looked up first: a variable `x.y` of the environment hides a field `y` of
// a loop variable `x`.
class Scopes {
 public:
  struct Found {
    const Type* type;  // of the variable, or the type that is named
    int32_t slot = -1;
    const Type* named = nullptr;  // when the name is that of a type
  };

  explicit Scopes(const Environment& environment);

  std::optional<Found> Find(std::string_view name) const;
  // Returns the type of objects that a program can create by this name; null if there is none.
  const Type* FindGeneratedType(std::string_view name, TypeArena& types) const;
  // Returns the overloads of a function, and the resolved name.
  std::span<const Overload* const> FindFunction(std::string_view name) const;

  // Declares a variable in the innermost scope. Returns its slot.
  int32_t Push(std::string_view name, const Type* type);
  void Pop() { locals_.pop_back(); }
  // The number of slots for an evaluation.
  size_t slot_count() const { return slot_count_; }
  const std::string& container() const { return environment_.container(); }

 private:
  struct Local {
    std::string_view name;
    const Type* type;
    int32_t slot;
  };

  std::optional<Found> FindExactly(std::string_view name) const;
  template <typename Look>
  auto ForCandidates(std::string_view name, Look look) const;

  const Environment& environment_;
  std::vector<Local> locals_;
  size_t slot_count_;
};

// Returns `a.b.c` for an expression that consists of a name and selections; nullopt for other expressions.
std::optional<std::string> QualifiedName(const Expr& expr);

}  // namespace kval::cel
