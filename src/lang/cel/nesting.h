#pragma once

#include "src/lang/cel/parser.h"

namespace kval::cel {

// How deep one rule of the grammar stands within itself, for as long as the object lives. A chain of
// operators on the left counts as well: it is as deep a tree.
class Parser::Nesting {
 public:
  Nesting(Parser& parser, Rule rule) : parser_(parser), rule_(rule) { More(); }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  ~Nesting() {
    for (; count_ > 0; --count_) {
      parser_.Leave(rule_);
    }
  }
  // One more within it. False, with a fault, beyond the limit.
  bool More() {
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
