#pragma once

#include <string>
#include <vector>

#include "src/lang/kcl/syntax/assignment_parser.h"
#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/header_parser.h"
#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/schema_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

// Statements.
class StatementParser : private NodeReader {
 public:
  StatementParser(ParseState& state, Grammar& grammar, TypeParser& types, HeaderParser& headers,
                  AssignmentParser& assignments, SchemaParser& schemas)
      : NodeReader(state),
        grammar_(grammar),
        types_(types),
        headers_(headers),
        assignments_(assignments),
        schemas_(schemas) {}

  // One statement with the line break behind it; null when there was only layout or a mistake.
  const Stmt* ParseStmt();

 private:
  const Stmt* ParseStmtAt();
  bool AtForeignStatement(std::string& hint) const;
  // Behind a statement that failed: the block below it belongs to the same mistake.
  void SkipBelow();
  std::vector<const Stmt*> ParseBlock();
  std::vector<const Stmt*> ParseSuite();
  const Stmt* ParseIf();
  const Stmt* ParseImport();
  const Stmt* ParseTypeAlias();
  const Stmt* ParseAssert();

  Grammar& grammar_;
  TypeParser& types_;
  HeaderParser& headers_;
  AssignmentParser& assignments_;
  SchemaParser& schemas_;
};

}  // namespace kval::kcl::syntax
