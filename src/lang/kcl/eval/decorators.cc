#include "src/lang/kcl/eval/decorators.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/lang/kcl/eval/arguments.h"
#include "src/lang/kcl/runtime/compare.h"

namespace kval::kcl::eval {

using runtime::Kind;

void Decorators::Run(std::span<const Decorator> decorators, std::string_view name, bool is_schema,
                     const Instance& instance, Frame* frame) {
  for (const Decorator& decorator : decorators) {
    const auto* callee = decorator.callee->As<NameExpr>();
    if (context_.failed() || callee == nullptr || context_.Text(callee->name.symbol) != "deprecated") {
      continue;
    }
    DeprecationArguments notice;
    if (!ReadNotice(decorator, frame, notice)) {
      return;
    }
    const Entry* given = instance.config->Find(name);
    if (!is_schema && given == nullptr) {
      continue;
    }
    std::string message = std::string(name) + " was deprecated ";
    if (notice.version.is(Kind::kString) && !notice.version.string().empty()) {
      message += "since version " + std::string(notice.version.string());
    }
    if (notice.reason.is(Kind::kString) && !notice.reason.string().empty()) {
      message += ", " + std::string(notice.reason.string());
    }
    source::Span place = is_schema || !given->key_span.has_value() ? instance.at : given->key_span;
    bool is_error = notice.strict.is_empty() || IsTruthy(notice.strict);
    Report(decorator, place, std::move(message), is_error, instance);
  }
}

bool Decorators::ReadNotice(const Decorator& decorator, Frame* frame, DeprecationArguments& notice) {
  static constexpr std::pair<std::string_view, Value DeprecationArguments::*> kArguments[] = {
      {"version", &DeprecationArguments::version},
      {"reason", &DeprecationArguments::reason},
      {"strict", &DeprecationArguments::strict}};
  runtime::Values positional = runtime::NewValues(context_.heap());
  std::vector<NamedValue> named;
  if (!arguments_.Eval(decorator.args, frame, positional, named)) {
    return false;
  }
  for (size_t i = 0; i < std::min(positional.size(), std::size(kArguments)); ++i) {
    notice.*kArguments[i].second = positional[i];
  }
  for (const NamedValue& argument : named) {
    for (const auto& [name, field] : kArguments) {
      if (argument.name == name) {
        notice.*field = argument.value;
      }
    }
  }
  return true;
}

void Decorators::Report(const Decorator& decorator, source::Span place, std::string message, bool is_error,
                        const Instance& instance) {
  if (!is_error) {
    context_.emitter()
        .ReportText(place, diag::Kind::kDeprecated, message)
        .Schema(decorator.span, "it is declared deprecated here")
        .Emit();
    return;
  }
  context_.FailAt(place, std::move(message));
  std::vector<diag::Label>& labels = context_.failures().current().labels;
  labels.push_back({instance.at, "the instance is made here", diag::LabelRole::kRelated});
  labels.push_back({decorator.span, "it is declared deprecated here", diag::LabelRole::kSchema});
}

}  // namespace kval::kcl::eval
