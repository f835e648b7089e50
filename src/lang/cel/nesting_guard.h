#pragma once

#include "src/lang/cel/parser.h"

namespace kval::cel {

// Counts the depth of one grammar rule during its lifetime. Left-associative operator chains count too,
// because their tree is as deep.
class Parser::NestingGuard {
 public:
  NestingGuard(Parser& parser, Rule rule) : parser_(parser), rule_(rule) { Descend(); }
  NestingGuard(const NestingGuard&) = delete;
  NestingGuard& operator=(const NestingGuard&) = delete;
  ~NestingGuard() {
    for (; count_ > 0; --count_) {
      parser_.Leave(rule_);
    }
  }
  // Adds a level. Returns false after reporting an error if the limit is exceeded.
  bool Descend() {
    ++count_;
    ok_ = parser_.Enter(rule_) && ok_;
    return ok_;
  }
  bool ok() const { return ok_; }

 private:
  Parser& parser_;
  Rule rule_;
  int count_ = 0;
  bool ok_ = true;
};

}  // namespace kval::cel
