#include "src/lang/starlark/error.h"

#include <algorithm>
#include <span>

#include "src/support/edit_distance.h"

namespace kval::starlark {

bool IsLimit(const EvalError& error) {
  return error.kind == diag::Kind::kLimitSteps || error.kind == diag::Kind::kLimitCallDepth ||
         error.kind == diag::Kind::kLimitMemory;
}

Failed AlreadyReported(std::string message) {
  auto error = std::make_unique<EvalError>();
  error->message = std::move(message);
  error->is_reported = true;
  return Failed(std::move(error));
}

void Report(const EvalError& error, diag::Emitter& emitter) {
  if (error.is_reported) {
    return;
  }
  diag::Builder builder = emitter.ReportText(error.at, error.kind, error.message);
  constexpr size_t kShown = 20;
  for (size_t i = 0; i < error.stack.size() && i < kShown; ++i) {
    const std::string& function = error.stack[i].function;
    const bool is_note = function.find(' ') != std::string::npos;
    builder.Call(error.stack[i].call, is_note ? function : "called from here: `" + function + "`");
  }
  if (error.stack.size() > kShown) {
    builder.Note(std::to_string(error.stack.size() - kShown) + " more calls are not shown");
  }
  builder.Hint(error.hint).Emit();
}

std::string DidYouMean(std::string_view word, std::vector<std::string_view> candidates,
                       std::string_view prefix) {
  std::sort(candidates.begin(), candidates.end());
  const std::string_view nearest = Nearest(word, std::span<const std::string_view>(candidates));
  if (nearest.empty() || nearest == word) {
    return {};
  }
  return " (did you mean " + std::string(prefix) + std::string(nearest) + "?)";
}

}  // namespace kval::starlark
