#include "src/lang/starlark/empty_first_block.h"

namespace kval::starlark {
namespace {

// The block that ends a statement; nothing for statements without blocks.
std::optional<Block> LastBlock(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::kDef:
      return static_cast<const DefStmt&>(stmt).code->body;
    case StmtKind::kFor:
      return static_cast<const ForStmt&>(stmt).body;
    case StmtKind::kWhile:
      return static_cast<const WhileStmt&>(stmt).body;
    case StmtKind::kIf: {
      const auto& branch = static_cast<const IfStmt&>(stmt);
      return branch.otherwise.empty() ? branch.clauses.back().body : branch.otherwise;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<source::Span> FindEmptyFirstBlock(const Program& program) {
  const Block statements = program.code().body;
  const Stmt* stmt = statements.empty() ? nullptr : statements.front();
  while (stmt != nullptr) {
    const std::optional<Block> block = LastBlock(*stmt);
    if (!block) {
      return std::nullopt;
    }
    if (block->empty()) {
      return stmt->span;
    }
    stmt = block->back();
  }
  return std::nullopt;
}

}  // namespace kval::starlark
