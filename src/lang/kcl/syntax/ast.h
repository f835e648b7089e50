#pragma once

#include <cstdint>
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

// What all files of one program share: their nodes' memory, their names, and the numbering of their nodes.
// Must outlive every node, and so must the files that were parsed.
struct AstContext {
  Arena arena;
  Interner names;
  NodeId next_id = 0;  // how many numbers were given so far: the size that a side table needs
  // Where a file goes beyond this many, its rest is not read, which is reported (KV024).
  NodeId most_ids = std::numeric_limits<NodeId>::max();
  NameId next_name = 0;  // the same of names
  NameId last_key = -1;  // the number of the last key of a config that is one word (Name)
};

// One parsed file.
struct FileAst {
  const source::SourceFile* file = nullptr;
  std::string_view doc;  // the leading string statement, decoded; empty without
  Stmts body;
  bool has_errors = false;  // syntax errors were reported; the nodes are what could be read
};

}  // namespace kval::kcl
