#pragma once

#include <string>
#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Statements.
class StatementParser : private NodeReader {
 public:
  explicit StatementParser(const Components& components) : NodeReader(components) {}

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
};

}  // namespace kval::kcl::syntax
