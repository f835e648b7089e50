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

// The tokens of a part of a file, ended by a kEnd. Indentation makes kIndent and kDedent tokens everywhere,
// also inside brackets; a line without tokens makes none; consecutive line breaks are one kNewline. Reports
// what is no token.
//
// Source of the rules: KCL's crates/lexer and crates/parser/src/lexer.
std::vector<Token> Lex(const source::SourceFile& file, source::Span part, LexMode mode, Interner& names,
                       diag::Emitter& emitter);

// The same tokens piece by piece, each ended by a kEnd: a large file has millions of them, of which a parser
// needs those of some statements at a time. A piece ends where a statement of the top level begins; what is
// one statement is one piece.
class TokenPieces {
 public:
  TokenPieces(const source::SourceFile& file, source::Span part, LexMode mode, Interner& names,
              diag::Emitter& emitter);
  ~TokenPieces();
  TokenPieces(const TokenPieces&) = delete;
  TokenPieces& operator=(const TokenPieces&) = delete;

  // Puts the next piece in the place of the tokens; false, and they stay, when there is none.
  bool Next(std::vector<Token>& tokens);

 private:
  struct State;

  std::unique_ptr<State> state_;
};

}  // namespace kval::kcl
