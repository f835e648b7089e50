#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "include/kval/kval.h"
#include "src/cli/command.h"
#include "src/cli/lsp/document_schema.h"
#include "src/cli/lsp/open_document.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"
#include "src/lsp/schema_query.h"
#include "src/lsp/structure/embedded_text.h"

// The parts of AnswerQuery, each in the source named after its subject (lsp_structure.cc …).
namespace kval::cli {

// Returns the JSON result of a request that needs only the content of open documents, such as symbols;
// nullopt for other requests. Needs no check; reads files only for the targets of links.
std::optional<std::string> AnswerStructureQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                                const ProcessEnvironment& environment);

// Returns the hints in a document of a layered set: values that a later layer overrides, with the effective
// value and its origin, and defaults of missing keys; on request also the defaults that any schema declares.
// An `InlayHint[]`.
std::string AnswerInlayHints(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                             const ProcessEnvironment& environment);

// Returns the result of `formatting` for the content of a KCL file: a `TextEdit[]` with at most one edit,
// which covers the lines that change; empty for a text with syntax errors.
std::string FormatKcl(const std::string& path, const std::string& text);

// Whether a request is about the places of a name.
bool IsAboutReferences(lsp::SchemaQuery::QueryKind kind);

// Returns the result of `references`, `prepareRename` or `rename`: a `Location[]`, a range with a
// placeholder, a `WorkspaceEdit`; or a rejection (lsp::RejectedResult) that says why a name cannot be
// renamed.
std::string AnswerReferences(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                             const ProcessEnvironment& environment);

// Answers where the name of KCL code at a position is declared, in any package of the module.
std::string AnswerKclDeclaration(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                 const ProcessEnvironment& environment);

// Returns the page, in Markdown, of the annotation at a position: `#@schema/nullable` on a separate line or
// after a node. Empty if there is none.
std::string AnnotationHoverAt(std::string_view text, size_t at);

// A completion for the word being typed in an annotation.
struct AnnotationCompletion {
  std::string text;  // "@schema/nullable", "min="
  std::string_view doc;
};

struct AnnotationCompletions {
  size_t begin = 0;  // the byte where the word begins
  std::vector<AnnotationCompletion> words;
};

// Returns completions: the names of annotations, or the keywords of the annotation whose argument is being
// typed. Empty if no annotation is typed.
AnnotationCompletions AnnotationCompletionsAt(std::string_view text, size_t at);

// Returns the result of a hover, completion or declaration in an action `{{ … }}` of a Helm chart's template:
// about values, Helm's other data, functions and named templates. Nullopt for other requests, documents and
// positions.
std::optional<std::string> AnswerTemplateQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                               const ProcessEnvironment& environment);

// Returns the result of a hover, completion or declaration in a KCL file: about attributes of schemas, global
// names of the package, built-in functions, methods of strings, and KCL's modules. Needs only the contents,
// which may be incomplete. Nullopt for other requests and documents.
std::optional<std::string> AnswerKclQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened);

// Returns the result of a completion in a ytt template or a Starlark file: of the modules, files and names in
// `load(…)`, and of the members of a loaded module. Nullopt for other requests and positions.
std::optional<std::string> AnswerLoadQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened);

// Returns what a hover shows of a key or value in a values file of a chart without a schema, in Markdown:
// what the chart's own values.yaml says about it. Empty for other documents, and for keys that it does not
// have.
// `embedded`: the text embedded in the document that `at` counts bytes of; null: the document.
std::string ChartValuesHover(const OpenDocuments& opened, const std::string& path,
                             const ProcessEnvironment& environment, size_t at,
                             const lsp::EmbeddedText* embedded);

// Returns the place in values.yaml of a chart of the value at a byte of a values file, or of the values of a
// release; `null` if there is none.
std::string ChartValuesDeclaration(const OpenDocuments& opened, const std::string& path,
                                   const ProcessEnvironment& environment, size_t at,
                                   const lsp::EmbeddedText* embedded);

// Answers a hover over the function that Starlark code of a template or file names, or where it is defined:
// in the same text, or in the file that it loads. Nullopt for other requests and names.
std::optional<std::string> AnswerFunctionDeclaration(const lsp::SchemaQuery& query,
                                                     const OpenDocuments& opened);

// Adds the keys that values.yaml or the schema of a chart has at the place of a word and the document does
// not have yet, or the values that they allow.
void AddChartKeys(const OpenDocuments& opened, const std::string& path, const ProcessEnvironment& environment,
                  const lsp::CompletionContext& typed, const lsp::EmbeddedText* embedded,
                  std::vector<lsp::CompletionItem>& items);

// Adds the inputs (`with`) or secrets of the local action or workflow that the step or job around a key uses.
void AddActionInputs(const OpenDocuments& opened, const std::string& path,
                     const lsp::CompletionContext& typed, std::vector<lsp::CompletionItem>& items);

// Describes such an input in Markdown; empty for other keys.
std::string ActionInputHover(const OpenDocuments& opened, const std::string& path, size_t at);

// Adds the booleans of the chart's values for `condition` of a dependency in Chart.yaml, those of the
// dependency first.
void AddChartConditions(const OpenDocuments& opened, const std::string& path,
                        const ProcessEnvironment& environment, const lsp::CompletionContext& typed,
                        std::vector<lsp::CompletionItem>& items);

// Adds the rules and limits that a project file may name at the place that `info` describes. `path`: of the
// file.
void AddProjectNames(const lsp::CompletionContext& typed, const api::SchemaInfo& info,
                     const std::string& path, std::vector<lsp::CompletionItem>& items);

// Describes the rule or limit that a key of a project file names, in Markdown; empty for other keys.
std::string ProjectNameHover(const api::SchemaInfo& info, const std::string& path);

// Adds kinds and API versions for the word, if it is the `kind` or `apiVersion` of a Kubernetes resource, and
// keys of a resource whose kind is not known. Requires: `schema` is compiled.
void AddResourceCompletions(const lsp::CompletionContext& typed, DocumentSchema& schema,
                            std::vector<lsp::CompletionItem>& items);

// Adds usual keys or values for the word that `info` describes, unless the schema enumerates the values.
void AddKnownValues(const lsp::CompletionContext& typed, const api::SchemaInfo& info, DocumentSchema& schema,
                    std::vector<lsp::CompletionItem>& items);

}  // namespace kval::cli
