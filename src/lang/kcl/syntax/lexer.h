#pragma once

#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/source/source_file.h"

namespace kval::kcl {

enum class LexMode : uint8_t {
  kFile,
  kInterpolation,  // the text between `${` and `}`: no indentation, comments are tokens
};

// The tokens of a part of a file, ended by a kEnd. Indentation makes kIndent and kDedent tokens everywhere,
// also inside brackets; a line without tokens makes none; consecutive line breaks are one kNewline. Reports
// what is no token.
//
// Source of the rules: KCL's crates/lexer and crates/parser/src/lexer.
std::vector<Token> Lex(const source::SourceFile& file, source::Span part, LexMode mode, Interner& names,
                       diag::Emitter& emitter);

}  // namespace kval::kcl
