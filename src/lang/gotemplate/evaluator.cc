#include "src/lang/gotemplate/evaluator.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/lang/gotemplate/execution.h"
#include "src/lang/gotemplate/quote.h"

namespace kval::gotemplate {

Evaluator::Evaluator(Heap& heap, const FunctionTable& functions, ExecutionOptions options)
    : budget_(heap, options.limits), functions_(functions), options_(options) {}

std::optional<ExecutionError> Evaluator::Execute(const TemplateSet& templates, std::string_view name,
                                                 const Value& data, Sink& sink) {
  const Template* tmpl = templates.Find(name);
  if (tmpl == nullptr) {
    return ExecutionError{
        "template: no template " + Quote(name) + " associated with template " + Quote(options_.root),
        {},
        std::nullopt};
  }
  return Execute(templates, *tmpl, data, sink);
}

std::optional<ExecutionError> Evaluator::Execute(const TemplateSet& templates, const Template& tmpl,
                                                 const Value& data, Sink& sink) {
  const TemplateSet* outer = std::exchange(templates_, &templates);
  std::optional<ExecutionError> error =
      Execution({*this, budget_, functions_, options_.missing_key, sink, options_.observer}, templates, tmpl)
          .Run(data);
  templates_ = outer;
  return error;
}

}  // namespace kval::gotemplate
