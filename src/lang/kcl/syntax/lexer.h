#pragma once

#include <memory>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/source/source_file.h"

namespace kval::kcl {

enum class LexMode : uint8_t {
  kFile,
  kInterpolation,  // the text between `${` and `}`: no indentation, comments are tokens
};

// Returns the tokens of a part of a file, terminated by a kEnd. Indentation yields kIndent and kDedent tokens
// everywhere, also inside brackets; a line without tokens yields none; consecutive line breaks are one
// kNewline. Reports invalid tokens.
//
// Source: KCL's crates/lexer and crates/parser/src/lexer.
std::vector<Token> Lex(const source::SourceFile& file, source::Span part, LexMode mode, Interner& names,
                       diag::Emitter& emitter);

// Returns the same tokens in pieces, each terminated by a kEnd: a large file has millions of tokens, and a
// parser needs the tokens of a few statements at a time. Pieces end at the start of a top-level statement; a
// statement is never split.
class TokenPieces {
 public:
  TokenPieces(const source::SourceFile& file, source::Span part, LexMode mode, Interner& names,
              diag::Emitter& emitter);
  ~TokenPieces();
  TokenPieces(const TokenPieces&) = delete;
  TokenPieces& operator=(const TokenPieces&) = delete;

  // Replaces the tokens by the next piece. Returns false and keeps the tokens at the end.
  bool Next(std::vector<Token>& tokens);

 private:
  struct State;

  std::unique_ptr<State> state_;
};

}  // namespace kval::kcl
