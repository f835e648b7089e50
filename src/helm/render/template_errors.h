#pragma once

#include <string>

#include "src/helm/context.h"
#include "src/helm/functions/functions.h"
#include "src/helm/render/manifests.h"
#include "src/helm/render/rendered.h"
#include "src/helm/tables.h"
#include "src/lang/gotemplate/execution_options.h"
#include "src/lang/gotemplate/function_table.h"
#include "src/lang/gotemplate/template_set.h"
#include "src/lang/gotemplate/token_reader.h"

// Reports of templates that fail, at the place in the template. A note has Helm's words.
namespace kval::helm::render {

// `functions`: for suggestions; may be null.
void ReportParseError(const gotemplate::ParseError& error, const gotemplate::FunctionTable* functions,
                      diag::Emitter& emit);

// Parses a template alone, and reports its first error. `name`: as Helm names it, `CHART/templates/a.yaml`.
// Returns whether there is none.
bool CheckSyntax(const source::SourceFile& file, const std::string& name, diag::Emitter& emit);

// The error that ended an execution, in a template that others included.
const gotemplate::ExecutionError& InnermostError(const gotemplate::ExecutionError& error,
                                                 const functions::FunctionState& state);

// What was executed.
struct FailedRun {
  const functions::FunctionState& state;
  const gotemplate::TemplateSet& templates;
  const Table& values;         // of the chart
  const TableValue* rejected;  // the value that the innermost error, or `fail`, is about; may be null
};

// `name`: of the file that was executed. Reports an exceeded limit as such, and an error about a value at
// that value.
void ReportExecutionError(const std::string& name, const gotemplate::ExecutionError& error,
                          const FailedRun& run, HelmContext& context);

// A rendered document that Helm cannot read: at the value to blame, or at the template. An error of
// indentation is at the action that includes the template.
void ReportInvalidManifest(const InvalidManifest& invalid, const InvalidCause& cause, HelmContext& context);

}  // namespace kval::helm::render
