#pragma once

#include <string>

#include "src/diag/emitter.h"
#include "src/source/source_file.h"

namespace kval::kcl::format {

enum class Outcome {
  kFormatted,
  kSyntaxErrors,  // reported; the text cannot be formatted
  kUnfaithful,    // a bug: the printed text has another syntax tree or other comments, or is not stable
};

struct Formatted {
  Outcome outcome = Outcome::kFormatted;
  std::string text;  // of kFormatted, without a byte order mark
};

// Formats a KCL file as KCL's own formatter does: four spaces of indentation, `\n` line ends, at most one
// empty line between statements, comments on the lines before the next node or behind a value.
//
// Returns: the formatted text; formatting it again changes nothing. The text is parsed again: its syntax tree
// and its comments are those of the file.
// Errors: syntax errors are reported to `emitter`, as Parse does.
// Threads: no shared state.
// Cost: linear in the text, apart from searches for line numbers.
// Source: KCL's crates/ast_pretty and crates/tools/src/format (0.13).
Formatted Format(const source::SourceFile& file, diag::Emitter& emitter);

}  // namespace kval::kcl::format
