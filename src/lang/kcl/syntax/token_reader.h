#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/ast.h"
#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/lexer.h"
#include "src/lang/kcl/syntax/syntax_error.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/source/source_file.h"

namespace kval::kcl::syntax {

class AssignmentParser;
class AttributeParser;
class CheckParser;
class ClauseParser;
class HeaderParser;
class LiteralParser;
class OperandParser;
class ParameterParser;
class PostfixParser;
class SchemaParser;
class TargetParser;
class TextParser;
class TypeParser;

// The shared state of one parser's parts: tokens, position and depth.
struct ParseState {
  AstContext& context;
  const source::SourceFile& file;
  std::vector<Token> tokens;
  TokenPieces* further;  // the following tokens; may be null
  diag::Emitter& emitter;
  int depth = 0;
  size_t position = 0;
  uint32_t last_end = 0;  // the end of the last token that has a text
  int lambda_depth = 0;
  int paren_depth = 0;
  size_t stray_indents = 0;  // indents that belong to no block
  // Set by an error, reset at the next statement, entry or item: no second error before that.
  bool failed = false;
  // An upper bound of the height of the current expression's tree, including chains of operators.
  int height = 0;
  bool stopped = false;  // the nesting was too deep: nothing is read any more
  // A line break inside brackets was reported, so its dedent is not reported again.
  bool loose_break = false;
};

// The state and the parts of a parser. Each part derives from this, and includes the lower parts that it
// uses; grammar.h is the interface to the higher ones. `Parser` owns them.
struct Components {
  ParseState& state_;
  Grammar& grammar_;
  TypeParser& types_;
  TargetParser& targets_;
  TextParser& strings_;
  ParameterParser& parameters_;
  ClauseParser& clauses_;
  LiteralParser& literals_;
  PostfixParser& postfixes_;
  OperandParser& operands_;
  HeaderParser& headers_;
  CheckParser& checks_;
  AttributeParser& attributes_;
  AssignmentParser& assignments_;
  SchemaParser& schemas_;
};

// Tracks the height of an expression while it is parsed; afterwards the height is the maximum of it and its
// preceding siblings.
class HeightScope {
 public:
  explicit HeightScope(int& height) : height_(height), outer_(std::exchange(height, 0)) {}
  ~HeightScope() { height_ = height_ + 1 > outer_ ? height_ + 1 : outer_; }
  HeightScope(const HeightScope&) = delete;
  HeightScope& operator=(const HeightScope&) = delete;

 private:
  int& height_;
  int outer_;
};

// Counts a level of nesting while it lives.
class DepthGuard {
 public:
  explicit DepthGuard(int& depth) : depth_(depth) { ++depth_; }
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  int& depth_;
};

// Token access for all components of the parser, and handling of missing tokens: the first error of a
// statement, entry or item is reported, the rest of it is skipped.
class TokenReader : protected Components {
 protected:
  explicit TokenReader(const Components& components) : Components(components) {}
  ~TokenReader() = default;

  const Token& Peek(size_t ahead = 0) const {
    const size_t index = state_.position + ahead;
    return state_.tokens[index < state_.tokens.size() ? index : state_.tokens.size() - 1];
  }
  bool At(TokenKind kind) const { return Peek().kind == kind; }
  bool AtKeyword(Keyword keyword) const { return At(TokenKind::kName) && Peek().keyword == keyword; }
  const Token& Take();
  bool Accept(TokenKind kind);
  bool AcceptKeyword(Keyword keyword);
  bool Expect(TokenKind kind);
  bool ExpectKeyword(Keyword keyword, std::string_view word);
  bool AtAugOp() const;
  BinaryOp TakeAugOp();
  // Consumes `if`, `elif` or `else`; returns whether it was `else`. Reports `else if` and treats it as
  // `elif`.
  bool TakeBranchWord();
  source::Span SpanFrom(uint32_t begin) const {
    return {begin, state_.last_end > begin ? state_.last_end : begin};
  }

  void SkipNewlines();
  // Skips line breaks and indentation inside brackets, where they have no meaning.
  void SkipLayout();
  // The index of the bracket that closes the one at `open`, or of the kEnd token.
  size_t CloserOf(size_t open) const;
  // Skips to the line break that ends the statement; skips brackets with their content.
  void SkipToEndOfLine();
  // Skips to the comma, line break or bracket that ends the item of a list, config or argument list.
  void SkipToItemEnd();
  // Call after an invalid header: skips to its block, so that the block is parsed as usual.
  void SkipToBlock();
  // Controls the loop over the items between brackets. Items may be on separate lines only if the opening
  // bracket ends its line (`has_newline`); a line break elsewhere is reported, and then allowed.
  bool AtItemsEnd(TokenKind close, size_t open, bool& has_newline);
  void FinishItem(bool has_newline);

  template <typename... Args>
  void Fail(source::Span at, const diag::Def<Args...>& def, std::type_identity_t<Args>... args) {
    if (!state_.failed && !state_.stopped) {
      state_.emitter.Report(at, def, args...).Emit();
    }
    state_.failed = true;
  }
  void FailExpected(std::string_view what, std::string hint = {});
  // Reports a line whose indentation fits no open block.
  void CheckDedent();

  // Returns true, after reporting it and stopping, if the nesting is too deep or the program too large.
  bool TooDeep();
  // The same for another operator of a chain (`a + b + c`, `a.b.c`), which makes the tree one level deeper.
  bool TooLong();

 private:
  // Returns the next token other than line breaks and indentation, possibly on a following line.
  const Token& SkipLayoutTokens() const;
  void Stop();
};

}  // namespace kval::kcl::syntax
