#pragma once

#include <limits>
#include <string_view>

#include "src/lang/kcl/syntax/expr.h"
#include "src/lang/kcl/syntax/operator.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/lang/kcl/syntax/type_expr.h"
#include "src/source/source_file.h"
#include "src/support/arena.h"
#include "src/support/interner.h"

namespace kval::kcl {

// The data shared by all files of one program: the memory of nodes, names, and the numbering of nodes. It and
// the parsed source files must outlive every node.
struct AstContext {
  Arena arena;
  Interner names;
  NodeId next_id = 0;  // how many numbers were given so far: the size that a side table needs
  // If a file exceeds this number of nodes, the rest of it is not read, which is reported (KV024).
  NodeId most_ids = std::numeric_limits<NodeId>::max();
  NameId next_name = 0;  // the same of names
  NameId last_key = -1;  // the number of the last key of a config that is one word (Name)
};

// One parsed file.
struct FileAst {
  const source::SourceFile* file = nullptr;
  std::string_view doc;  // the leading string statement, decoded; empty if there is none
  Stmts body;
  bool has_errors = false;  // syntax errors were reported; the nodes are the readable parts
};

}  // namespace kval::kcl
