#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "src/lang/kcl/syntax/token_reader.h"

namespace kval::kcl::syntax {

// Base class of the parser's components, with functions that create nodes in the state's AstContext.
class NodeReader : protected TokenReader {
 protected:
  explicit NodeReader(const Components& components) : TokenReader(components) {}
  ~NodeReader() = default;

  // A node of the text from `begin` to the last token that was taken.
  template <typename T>
  T Node(uint32_t begin) {
    T node;
    node.kind = T::kKind;
    node.span = SpanFrom(begin);
    if constexpr (!std::is_base_of_v<Stmt, T>) {
      node.id = state_.context.next_id++;
    }
    return node;
  }
  template <typename T>
  const T* Keep(const T& node) {
    return state_.context.arena.New<T>(node);
  }
  template <typename T>
  std::span<const T> Keep(const std::vector<T>& items) {
    return state_.context.arena.Copy(std::span<const T>(items));
  }
  Name MakeName(Symbol symbol, source::Span span) { return {symbol, span, state_.context.next_name++}; }
  Name TakeName() {
    const Token& token = Take();
    return MakeName(token.symbol, token.span);
  }
  // The same for a key of a config.
  Name TakeKeyName();
  // The same for a word in the position of a name: reports a reserved keyword, and uses it as the name.
  Name TakeName(NameUse use);
  Name ExpectName();
  std::vector<Name> ExpectDottedName();
  const Expr* Invalid();

 private:
  // Reports a keyword that is no name here.
  void CheckName(NameUse use);
};

}  // namespace kval::kcl::syntax
