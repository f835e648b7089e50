#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/lsp/open_document.h"
#include "src/lsp/action_results.h"
#include "src/lsp/schema_query.h"
#include "src/lsp/structure/text_tree.h"

// Changes of a document that need more than its findings, each in the source named after it. The functions
// add those that are possible at the place of a request.
namespace kval::cli {

// What the actions of one request need.
struct ActionRequest {
  const lsp::SchemaQuery& query;
  const OpenDocuments& opened;
  const ProcessEnvironment& environment;
  const std::string& text;   // of the document
  lsp::ByteRange selection;  // in it
  bool is_template = false;  // of a Helm chart: no YAML

  // Whether the client requests actions of a kind (lsp/code_actions.h).
  bool Wants(std::string_view kind) const;
  // The edits of a file, without any yet. `text` must outlive them.
  lsp::FileEdits EditsOf(const std::string& path, std::string_view text) const;
};

// Returns the result of `codeAction`: a `CodeAction[]`.
std::string AnswerCodeActions(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                              const ProcessEnvironment& environment);

// "Add the missing keys": those that the schema requires in the map around the place, and in its value.
void AddRequiredKeys(const ActionRequest& request, std::vector<lsp::OfferedAction>& actions);

// "Extract to values": replaces a literal in a template of a chart by a value of values.yaml, or in a
// template of ytt by a data value of a file of its directory. `contents` keeps the text of changed files.
void AddExtraction(const ActionRequest& request, std::deque<std::string>& contents,
                   std::vector<lsp::OfferedAction>& actions);

// "Pin the schema": replaces the address in a schema modeline by the path of a copy in the repository.
void AddPinnedSchema(const ActionRequest& request, std::vector<lsp::OfferedAction>& actions);

}  // namespace kval::cli
