#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/lang/kcl/sema/type.h"
#include "src/source/span.h"
#include "src/support/small_ordered_map.h"

namespace kval::kcl::sema {

enum class ScopeKind : uint8_t { kLambda, kLoop, kSchema, kConfig, kBlock };

// A name in a local scope.
struct Local {
  const Type* type = nullptr;
  source::Span span;
  int32_t slot = -1;   // -1: a config key
  bool maybe = false;  // after an if entry that may set the key
  // Whether the first assignment to the slot sets a part (`a.b = 1`): until then the name has its outer
  // meaning.
  bool begins_outside = false;
};

// A scope inside a package. All but kBlock (an if entry) are frames (program.h).
struct Scope {
  ScopeKind kind = ScopeKind::kLambda;
  SmallOrderedMap<Symbol, Local> names;
  int32_t slots = 0;
  bool is_instance = false;   // kConfig: the configuration of `S {…}`
  bool repeats_keys = false;  // kConfig: a key occurs twice
};

// The local scopes around the current position, innermost last; empty at the top level. Names are resolved in
// names.h.
class Scopes {
 public:
  Scope& Enter(ScopeKind kind);
  void Leave();

  bool empty() const { return count_ == 0; }
  size_t size() const { return count_; }
  const Scope& operator[](size_t index) const { return scopes_[index]; }
  Scope& innermost() { return scopes_[count_ - 1]; }
  bool IsInside(ScopeKind kind) const { return count_ > 0 && scopes_[count_ - 1].kind == kind; }
  bool IsAnywhereInside(ScopeKind kind) const;

  // Assigns a slot of the innermost frame to a name.
  Local& Declare(Symbol name, const Type* type, source::Span span);
  // Declares a key with the type of its value as written; replaces an earlier declaration in the scope.
  void DeclareKey(Symbol name, const Type* type, source::Span span);
  bool IsLoopVariable(Symbol name) const;
  // Returns the scope of the config literal that contains a block, or of the literal itself.
  size_t LiteralAround(size_t scope) const;
  // Whether a name that is a key of that scope means the key rather than the attribute of the schema around
  // it: inside an instance that sets it, and inside a lambda's literal.
  bool PrecedesAttributes(Symbol name, size_t scope) const;

 private:
  bool HasLambda(size_t begin, size_t end) const;

  std::vector<Scope> scopes_;  // elements from `count_` on are unused; their memory is reused
  size_t count_ = 0;
  size_t loops_ = 0;  // of kLoop
};

}  // namespace kval::kcl::sema
