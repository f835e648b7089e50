#pragma once

#include <vector>

#include "src/source/source_file.h"
#include "src/source/span.h"

namespace kval::policy {

// Where comments stand in a file, in order: from the `#` to the end of its line. What looks like one in a
// quoted text or in a block scalar is none.
//
// The language is told by the file's name: KCL (`.k`), Starlark (`.star`) and TOML (`.toml`, `.mod`,
// `.lock`), else YAML, with ytt's code: in a comment `#@ code # comment` the inner one is one, too. What
// stands in text that cannot be read as YAML has no comments. Linear; memory of some times the text while it
// runs.
std::vector<source::Span> CommentsOf(const source::SourceFile& file);

}  // namespace kval::policy
