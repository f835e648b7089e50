#pragma once

#include <string>

#include "src/helm/tables.h"
#include "src/lang/gotemplate/execution_options.h"
#include "src/lang/gotemplate/function_table.h"
#include "src/lang/gotemplate/template_set.h"
#include "src/lang/gotemplate/token_reader.h"

// Errors of Go templates in words that need no knowledge of Go. Both strings are empty where Go's message
// suffices.
namespace kval::helm::render {

struct FailureText {
  std::string message;
  std::string hint;
  bool is_of_template = false;  // whatever the values are
};

// `values`: of the chart, for suggestions.
FailureText ExplainFailure(const gotemplate::ExecutionError& error, const gotemplate::TemplateSet& templates,
                           const Table& values);

// The hint about a template that cannot be parsed. `functions` may be null.
std::string HintAbout(const gotemplate::ParseError& error, const gotemplate::FunctionTable* functions);

}  // namespace kval::helm::render
