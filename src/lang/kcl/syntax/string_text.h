#pragma once

#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/source/source_file.h"

namespace kval::kcl {

// A piece of a string literal: text, or the place of an interpolation's expression between `${` and `}`.
struct StringPiece {
  bool is_expr = false;
  std::string text;
  source::Span span;  // the text or the expression in the file
};

// Decodes a kString token: escapes, interpolations, and the dedent of triple-quoted strings. Text pieces are
// never adjacent; an empty string has no pieces. Reports malformed escapes and interpolations.
//
// Source: KCL's crates/parser/src/lexer/string.rs and parse_joined_string in parser/stmt.rs.
std::vector<StringPiece> DecodeString(const source::SourceFile& file, const Token& token,
                                      diag::Emitter& emitter);

}  // namespace kval::kcl
