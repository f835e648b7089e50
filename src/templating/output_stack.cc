#include "src/templating/output_stack.h"

#include "src/lang/starlark/ops.h"
#include "src/support/substitute.h"

namespace kval::templating {

using starlark::EvalFailure;
using starlark::Status;
using starlark::Success;

Status ChargeOutput(starlark::Heap& heap, size_t bytes) {
  heap.work().AddBytes(bytes);
  heap.Charge(bytes);
  return heap.exhausted() ? Status(starlark::OutOfMemory(heap)) : Success();
}

Status OutputStack::Add(std::string_view text) {
  is_used_ = true;
  if (strings_.empty()) {
    strings_.emplace_back();
  }
  if (!interpreter_.heap().AllowsText(strings_.back().size() + text.size())) {
    return starlark::OutOfMemory(interpreter_.heap());
  }
  strings_.back() += text;
  return ChargeOutput(interpreter_.heap(), text.size());
}

Status OutputStack::AddValue(starlark::Value value, source::Span span) {
  if (!value.is_string()) {
    return EvalFailure(
               Substitute("cannot set non-string value ({}), consider using str(...) to convert to string",
                          starlark::TypeName(value)))
        .At(span)
        .Hint(starlark::MisuseHint(value));
  }
  return Add(value.text());
}

std::string OutputStack::End() {
  if (strings_.empty()) {
    return {};
  }
  std::string text = std::move(strings_.back());
  strings_.pop_back();
  return text;
}

}  // namespace kval::templating
