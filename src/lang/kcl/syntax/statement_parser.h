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

  // Parses one statement and the following line break. Returns null for layout only, or after an error.
  const Stmt* ParseStmt();

 private:
  const Stmt* ParseStmtAt();
  bool AtForeignStatement(std::string& hint) const;
  // Call after an invalid statement: skips its block, which belongs to the same error.
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
