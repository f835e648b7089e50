#pragma once

#include <vector>

#include "src/source/source_file.h"
#include "src/source/span.h"

namespace kval::policy {

// Returns the comments of a file, in order: from `#` to the end of the line. Text in quoted strings and block
// scalars is not a comment.
//
// The file name selects the language: KCL (`.k`), Starlark (`.star`) and TOML (`.toml`, `.mod`, `.lock`),
// else YAML with ytt code; in `#@ code # comment` the inner comment counts too. Unparsable text has no
// comments. Linear.
std::vector<source::Span> CommentsOf(const source::SourceFile& file);

}  // namespace kval::policy
