#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/interpreter.h"
#include "src/source/span.h"

namespace kval::templating {

// The strings that one run of a template makes; a string with code in it may stand inside another one through
// calls only. What is added counts as the heap's memory.
class TextStack {
 public:
  explicit TextStack(starlark::Interpreter& interpreter) : interpreter_(interpreter) {}

  void Begin() { texts_.emplace_back(); }
  // Without Begin it begins the text of the whole run.
  starlark::Status Add(std::string_view text);
  // Fails for what is no string.
  starlark::Status AddValue(starlark::Value value, source::Span span);
  // The innermost text, which is ended.
  std::string End();

  // Whether anything was added, the empty text too.
  bool is_used() const { return is_used_; }
  // The text of the whole run.
  std::string Whole() { return texts_.empty() ? std::string() : std::move(texts_.front()); }

 private:
  starlark::Interpreter& interpreter_;
  std::vector<std::string> texts_;
  bool is_used_ = false;
};

// Counts what is put out, which is held beside the values that it was made of.
starlark::Status Hold(starlark::Heap& heap, size_t bytes);

}  // namespace kval::templating
