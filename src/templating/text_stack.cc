#include "src/templating/text_stack.h"

#include <utility>

#include "src/lang/starlark/ops.h"
#include "src/support/substitute.h"

namespace kval::templating {

using starlark::Done;
using starlark::Failed;
using starlark::Status;

Status Hold(starlark::Heap& heap, size_t bytes) {
  heap.work().AddBytes(bytes);
  heap.Charge(bytes);
  return heap.exhausted() ? Status(starlark::OutOfMemory(heap)) : Done();
}

Status TextStack::Add(std::string_view text) {
  is_used_ = true;
  if (texts_.empty()) {
    texts_.emplace_back();
  }
  if (!interpreter_.heap().AllowsText(texts_.back().size() + text.size())) {
    return starlark::OutOfMemory(interpreter_.heap());
  }
  texts_.back() += text;
  return Hold(interpreter_.heap(), text.size());
}

Status TextStack::AddValue(starlark::Value value, source::Span span) {
  if (!value.is_string()) {
    return Failed(Substitute("cannot set non-string value ({}), consider using str(...) to convert to string",
                             starlark::TypeName(value)))
        .At(span)
        .Hint(starlark::MisuseHint(value));
  }
  return Add(value.text());
}

std::string TextStack::End() {
  if (texts_.empty()) {
    return {};
  }
  std::string text = std::move(texts_.back());
  texts_.pop_back();
  return text;
}

}  // namespace kval::templating
