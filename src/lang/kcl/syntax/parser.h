#pragma once

#include <vector>

#include "src/lang/kcl/syntax/assignment_parser.h"
#include "src/lang/kcl/syntax/attribute_parser.h"
#include "src/lang/kcl/syntax/check_parser.h"
#include "src/lang/kcl/syntax/clause_parser.h"
#include "src/lang/kcl/syntax/expression_parser.h"
#include "src/lang/kcl/syntax/file_parser.h"
#include "src/lang/kcl/syntax/header_parser.h"
#include "src/lang/kcl/syntax/literal_parser.h"
#include "src/lang/kcl/syntax/operand_parser.h"
#include "src/lang/kcl/syntax/parameter_parser.h"
#include "src/lang/kcl/syntax/postfix_parser.h"
#include "src/lang/kcl/syntax/schema_parser.h"
#include "src/lang/kcl/syntax/statement_parser.h"
#include "src/lang/kcl/syntax/target_parser.h"
#include "src/lang/kcl/syntax/text_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

// The recursive-descent parser, one method for each rule of the grammar. Private to the syntax library, whose
// interface is parse.h. Its parts share a state (token_reader.h). Source: KCL's crates/parser/src/parser.
class Parser final : public Grammar {
 public:
  Parser(AstContext& context, const source::SourceFile& file, std::vector<Token> tokens, TokenPieces* further,
         diag::Emitter& emitter, int depth)
      : state_{context, file, std::move(tokens), further, emitter, depth} {}

  FileAst ParseFile() { return files_.ParseFile(); }
  // The text between `${` and `}`: an expression and an optional `: #spec`.
  StringPart ParseInterpolation(source::Span span) { return files_.ParseInterpolation(span); }

  const Expr* ParseExpr() override { return expressions_.ParseExpr(); }
  const Expr* ParseSimple() override { return expressions_.ParseSimple(); }
  const Expr* ParseUnary() override { return expressions_.ParseUnary(); }
  const Stmt* ParseStmt() override { return statements_.ParseStmt(); }
  StringPart ParsePiece(const StringPiece& piece) override;

 private:
  ParseState state_;
  Components components_ = {state_,      *this,    types_,      targets_,     strings_,
                            parameters_, clauses_, literals_,   postfixes_,   operands_,
                            headers_,    checks_,  attributes_, assignments_, schemas_};
  TypeParser types_{components_};
  TargetParser targets_{components_};
  TextParser strings_{components_};
  ParameterParser parameters_{components_};
  ClauseParser clauses_{components_};
  LiteralParser literals_{components_};
  PostfixParser postfixes_{components_};
  OperandParser operands_{components_};
  ExpressionParser expressions_{components_};
  HeaderParser headers_{components_};
  CheckParser checks_{components_};
  AttributeParser attributes_{components_};
  AssignmentParser assignments_{components_};
  SchemaParser schemas_{components_};
  StatementParser statements_{components_};
  FileParser files_{components_};
};

}  // namespace kval::kcl::syntax
