#include "src/cli/lsp/code_actions.h"

#include <optional>
#include <utility>

#include "src/cli/lsp/chart_texts.h"
#include "src/lsp/code_actions.h"
#include "src/lsp/structure/quote_conversion.h"
#include "src/lsp/text_position.h"
#include "src/report/uri.h"
#include "src/source/file_reader.h"

namespace kval::cli {
namespace {

std::string_view TitleOf(value::Style style) {
  switch (style) {
    case value::Style::kSingleQuoted:
      return "Convert to single quotes";
    case value::Style::kDoubleQuoted:
      return "Convert to double quotes";
    default:
      return "Remove the quotes";
  }
}

void AddQuoteConversions(const ActionRequest& request, std::vector<lsp::OfferedAction>& actions) {
  if (!request.Wants(lsp::kRewrite) || request.query.path.ends_with(".json")) {
    return;
  }
  for (lsp::QuoteConversion& conversion : lsp::FindQuoteConversions(request.text, request.selection.begin)) {
    if (!conversion.edit.range.Contains(request.selection)) {
      continue;
    }
    lsp::OfferedAction action{std::string(TitleOf(conversion.style)), lsp::kRewrite, {}};
    action.files.push_back(request.EditsOf(request.query.path, request.text));
    action.files.back().edits.push_back(std::move(conversion.edit));
    actions.push_back(std::move(action));
  }
}

}  // namespace

bool ActionRequest::Wants(std::string_view kind) const {
  const std::vector<std::string_view> only(query.kinds.begin(), query.kinds.end());
  return lsp::IsRequested(kind, only);
}

lsp::FileEdits ActionRequest::EditsOf(const std::string& path, std::string_view content) const {
  const auto uri = opened.uris.find(path);
  const auto version = opened.versions.find(path);
  lsp::FileEdits edits;
  edits.uri = uri == opened.uris.end() ? report::UriOf(path) : uri->second;
  edits.version = version == opened.versions.end() ? "null" : version->second;
  edits.text = content;
  return edits;
}

std::string AnswerCodeActions(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                              const ProcessEnvironment& environment) {
  const std::string& text = opened.strings.at(query.path);
  if (query.positions.size() != 2 ||
      OpenDocument(opened, query.path, environment).language() != OpenDocument::Language::kYaml) {
    return "[]";
  }
  source::DiskFileReader disk;
  const std::optional<ChartTexts> chart = ChartTexts::Around(query.path, opened, disk);
  const ActionRequest request{query,
                              opened,
                              environment,
                              text,
                              {lsp::ByteAt(text, query.positions[0]), lsp::ByteAt(text, query.positions[1])},
                              chart && chart->IsTemplate(query.path)};
  std::vector<lsp::OfferedAction> actions;
  std::deque<std::string> contents;
  AddExtraction(request, contents, actions);
  if (!request.is_template) {
    AddQuoteConversions(request, actions);
    AddPinnedSchema(request, actions);
    AddRequiredKeys(request, actions);
  }
  return lsp::CodeActionsResult(actions, query.has_versions);
}

}  // namespace kval::cli
