#pragma once

#include <optional>
#include <string_view>

#include "src/lang/gotemplate/budget.h"
#include "src/lang/gotemplate/execution_options.h"
#include "src/lang/gotemplate/function_table.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/sink.h"
#include "src/lang/gotemplate/template_set.h"
#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

// Executes templates. Budgets are those of all executions of one evaluator together, nested ones included.
//
// Guarantees: what Go 1.24 prints and the errors that it words. Never runs out of the native stack: reports
// kDepth. After a limit was exceeded, nothing runs any more. Threads: one.
class Evaluator {
 public:
  // The arguments must outlive the evaluator.
  Evaluator(Heap& heap, const FunctionTable& functions, ExecutionOptions options);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Executes the template `name` of `templates` with `data` as dot. Output before an error has been written.
  // Native functions call it for templates that they execute (`include`, `tpl`).
  std::optional<ExecutionError> Execute(const TemplateSet& templates, std::string_view name,
                                        const Value& data, Sink& sink);
  // The same for a template that was found.
  std::optional<ExecutionError> Execute(const TemplateSet& templates, const Template& tmpl, const Value& data,
                                        Sink& sink);
  // The templates that are being executed; not null while a function is called.
  const TemplateSet* templates() const { return templates_; }

  Heap& heap() { return budget_.heap(); }
  const FunctionTable& functions() const { return functions_; }
  const ExecutionOptions& options() const { return options_; }

  Budget& budget() { return budget_; }

 private:
  Budget budget_;
  const FunctionTable& functions_;
  ExecutionOptions options_;
  const TemplateSet* templates_ = nullptr;
};

}  // namespace kval::gotemplate
