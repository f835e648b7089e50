#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/interpreter.h"
#include "src/source/span.h"

namespace kval::templating {

// The output strings of one template run; strings with code nest only through calls. Their memory is charged
// to the heap.
class OutputStack {
 public:
  explicit OutputStack(starlark::Interpreter& interpreter) : interpreter_(interpreter) {}

  void Begin() { strings_.emplace_back(); }
  // Without Begin it begins the text of the whole run.
  starlark::Status Add(std::string_view text);
  // Fails for values that are not strings.
  starlark::Status AddValue(starlark::Value value, source::Span span);
  // The innermost text, which is ended.
  std::string End();

  // Whether anything was added, the empty text too.
  bool is_used() const { return is_used_; }
  // The text of the whole run.
  std::string TakeOutput() { return strings_.empty() ? std::string() : std::move(strings_.front()); }

 private:
  starlark::Interpreter& interpreter_;
  std::vector<std::string> strings_;
  bool is_used_ = false;
};

// Charges output, which exists in addition to the values it was built from.
starlark::Status ChargeOutput(starlark::Heap& heap, size_t bytes);

}  // namespace kval::templating
