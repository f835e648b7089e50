#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/ast.h"
#include "src/lang/kcl/syntax/lexer.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/source/source_file.h"

namespace kval::kcl::syntax {

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

}  // namespace kval::kcl::syntax
