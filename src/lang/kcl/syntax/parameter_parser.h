#pragma once

#include <vector>

#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

// The parameters of lambdas, schemas and rules.
class ParameterParser : private NodeReader {
 public:
  ParameterParser(ParseState& state, Grammar& grammar, TypeParser& types)
      : NodeReader(state), grammar_(grammar), types_(types) {}

  std::vector<Parameter> ParseParameters(TokenKind end, TokenKind other_end);

 private:
  Grammar& grammar_;
  TypeParser& types_;
};

}  // namespace kval::kcl::syntax
