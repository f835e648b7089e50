#pragma once

#include <vector>

#include "src/lang/kcl/syntax/assignment_parser.h"
#include "src/lang/kcl/syntax/attribute_parser.h"
#include "src/lang/kcl/syntax/check_parser.h"
#include "src/lang/kcl/syntax/clause_parser.h"
#include "src/lang/kcl/syntax/expression_parser.h"
#include "src/lang/kcl/syntax/file_parser.h"
#include "src/lang/kcl/syntax/grammar.h"
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
// interface is parse.h. Its parts share a state (token_reader.h) and get the lower parts that they use;
// grammar.h is the interface to the higher parts. Source: KCL's crates/parser/src/parser.
class Parser final : public Grammar {
 public:
  Parser(AstContext& context, const source::SourceFile& file, std::vector<Token> tokens, TokenPieces* further,
         diag::Emitter& emitter, int depth);

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
  TypeParser types_;
  TargetParser targets_;
  TextParser strings_;
  ParameterParser parameters_;
  ClauseParser clauses_;
  LiteralParser literals_;
  PostfixParser postfixes_;
  OperandParser operands_;
  ExpressionParser expressions_;
  HeaderParser headers_;
  CheckParser checks_;
  AttributeParser attributes_;
  AssignmentParser assignments_;
  SchemaParser schemas_;
  StatementParser statements_;
  FileParser files_;
};

}  // namespace kval::kcl::syntax
