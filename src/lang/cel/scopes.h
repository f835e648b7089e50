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

// What names mean at one place of a program: loop variables, the variables of the environment, types.
//
// As in cel-go, a name is looked up with the namespace before it first: a variable `x.y` of the environment
// hides a field `y` of a loop variable `x`.
class Scopes {
 public:
  struct Found {
    const Type* type;  // of the variable, or the type that is named
    int32_t slot = -1;
    const Type* named = nullptr;  // when the name is that of a type
  };

  explicit Scopes(const Environment& environment);

  std::optional<Found> Find(std::string_view name) const;
  // The type of the objects that a program makes by that name; null when it can make none.
  const Type* FindMade(std::string_view name, TypeArena& types) const;
  // The overloads of a function, with the name that was found.
  std::span<const Overload* const> FindFunction(std::string_view name) const;

  // Declares a variable in the innermost scope; gives its slot.
  int32_t Push(std::string_view name, const Type* type);
  void Pop() { locals_.pop_back(); }
  // How many slots a run needs.
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

// `a.b.c` of names and selections only; nothing for other expressions.
std::optional<std::string> QualifiedName(const Expr& expr);

}  // namespace kval::cel
