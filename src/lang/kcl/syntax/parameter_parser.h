#pragma once

#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// The parameters of lambdas, schemas and rules.
class ParameterParser : private NodeReader {
 public:
  explicit ParameterParser(const Components& components) : NodeReader(components) {}

  std::vector<Parameter> ParseParameters(TokenKind end, TokenKind other_end);
};

}  // namespace kval::kcl::syntax
