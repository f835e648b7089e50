#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Parses the suffixes of an operand: attributes, subscripts, calls, configs of schemas.
class PostfixParser : private NodeReader {
 public:
  explicit PostfixParser(const Components& components) : NodeReader(components) {}

  // `braces`: the operand is a name, so `{` after it or after its call begins a config for it.
  const Expr* ParsePostfix(const Expr* operand, uint32_t begin, bool braces);
  const Expr* ParseSchemaInit(const Expr* schema, bool has_args, std::span<const Argument> args,
                              uint32_t begin);
  std::vector<Argument> ParseArguments();

 private:
  const Expr* ParseSelector(const Expr* value, uint32_t begin);
  const Expr* ParseProjection(const Expr* value, uint32_t begin);
  const Expr* ParseSubscript(const Expr* value, uint32_t begin);
  const Expr* ParseCall(const Expr* callee, uint32_t begin);
  Argument ParseArgument();
};

}  // namespace kval::kcl::syntax
