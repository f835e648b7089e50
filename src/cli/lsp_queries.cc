#include "src/cli/lsp_queries.h"

#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/api/schema_info.h"
#include "src/cli/document_schema.h"
#include "src/cli/json_schema_documents.h"
#include "src/cli/kubernetes_hover.h"
#include "src/cli/lsp_answers.h"
#include "src/cli/lsp_completion.h"
#include "src/cli/lsp_data_values.h"
#include "src/cli/lsp_file_names.h"
#include "src/cli/lsp_hover_text.h"
#include "src/cli/plan_text.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/plan_listing.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/cursor_scan.h"
#include "src/lsp/results.h"
#include "src/lsp/structure/occurrences.h"
#include "src/lsp/text_position.h"
#include "src/report/file_name.h"
#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/report/uri.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::CompletionItem;
using lsp::CompletionItemKind;
using lsp::SchemaQuery;

class QueryHandler {
 public:
  QueryHandler(const SchemaQuery& question, const OpenDocuments& opened,
               const ProcessEnvironment& environment)
      : question_(question),
        opened_(opened),
        environment_(environment),
        typed_(opened.strings.at(question.path)),
        schema_(opened, question.path, environment) {}

  std::string Answer() {
    const size_t at = lsp::ByteAt(typed_, question_.position);
    switch (question_.kind) {
      case SchemaQuery::QueryKind::kHover:
        return lsp::HoverResult(WithPages(Hover(at)));
      case SchemaQuery::QueryKind::kCompletion:
        return Complete(at);
      case SchemaQuery::QueryKind::kDeclaration:
        return Declaration(at);
      case SchemaQuery::QueryKind::kValidatedBy:
        return ValidatedBy();
      case SchemaQuery::QueryKind::kCodeLenses:
        return CodeLenses();
      case SchemaQuery::QueryKind::kReferences:
      case SchemaQuery::QueryKind::kPrepareRename:
      case SchemaQuery::QueryKind::kRename:
      case SchemaQuery::QueryKind::kDocumentSymbols:
      case SchemaQuery::QueryKind::kWorkspaceSymbols:
      case SchemaQuery::QueryKind::kFoldings:
      case SchemaQuery::QueryKind::kSelections:
      case SchemaQuery::QueryKind::kHighlights:
      case SchemaQuery::QueryKind::kLinks:
      case SchemaQuery::QueryKind::kFormatting:
        break;  // AnswerReferences, AnswerStructureQuery
    }
    return "null";
  }

 private:
  // What validates the document.
  struct ListedSchemas {
    driver::ListedCheck check;
    std::vector<std::string> names;  // URIs of files, built-in schemas, releases of the catalogue
    std::string title;               // "Deployment apps/v1, Kubernetes 1.36"; empty if the names say it
  };
  // Calls `use` with the listed check of the document.
  using UseListed = std::function<void(const ListedSchemas& listed)>;
  void WithListed(const UseListed& use) {
    schema_.WithPlan([&](const driver::PlannedCheck& check, driver::InputFileReader& files) {
      driver::Session session(schema_.limits());
      std::optional<driver::ListedCheck> listed = driver::ListCheck(check, files, session);
      if (!listed) {
        return;
      }
      listed->files = {{schema_.document().name(), "document", {}, {}}};
      ListedSchemas found;
      std::vector<std::string>& schemas = found.names;
      for (const driver::ListedFile& input : listed->inputs) {
        if (input.role == "schema" && report::IsFileName(input.path)) {
          const bool is_name = driver::IsSchemaName(input.path);
          schemas.push_back(
              is_name ? input.path
                      : report::AbsoluteUri(input.path, schema_.document().environment().directory));
        }
      }
      const Result<std::string> text = files.Read(schema_.document().name());
      if (check.method == driver::CheckMethod::kManifests && text) {
        DescribedResources resources = FindDescribedResources(*text, GetFileName(schema_.document().name()),
                                                              check, schema_.limits(), files);
        for (const std::string& release : resources.releases) {
          schemas.push_back("built-in catalogue: " + release);
        }
        found.title = TitleOf(std::move(resources));
      } else if (check.method == driver::CheckMethod::kChart) {
        found.title = "chart " + std::string(GetFileName(listed->chart));
      }
      found.check = *std::move(listed);
      use(found);
    });
  }

  // "Deployment apps/v1, Kubernetes 1.36", "2 kinds, Flux 2.8".
  static std::string TitleOf(DescribedResources resources) {
    std::string title = resources.kinds.size() == 1 ? resources.kinds.front()
                                                    : std::to_string(resources.kinds.size()) + " kinds";
    std::vector<std::string>& sources = resources.releases;
    if (!resources.version.empty()) {
      sources.push_back(std::move(resources.version));
    }
    for (const std::string& source : sources) {
      title += ", " + source;
    }
    return title;
  }

  // The schema of the document, and why: `kval/validatedBy`.
  std::string ValidatedBy() {
    std::string result = "null";
    WithListed([&](const ListedSchemas& listed) {
      report::JsonWriter json(report::JsonWriter::JsonLayout::kOneLine);
      json.BeginObject().Field("reason", ReasonOf(listed.check));
      json.Field("method", driver::MethodName(listed.check.method));
      json.Key("isValidated").Bool(IsValidated(listed.check));
      json.OptionalField("title", listed.title);
      json.OptionalField("dialect", listed.check.dialect).Key("schemas").BeginArray();
      for (const std::string& schema : listed.names) {
        json.String(schema);
      }
      result = json.EndArray().EndObject().Take();
    });
    return result;
  }

  // The same above the first line: "validated by schema.yml because its comment names the schema".
  std::string CodeLenses() {
    std::string result = "[]";
    WithListed([&](const ListedSchemas& listed) {
      constexpr std::string_view kIs = " is ";
      std::string title = ReasonOf(listed.check);
      const size_t at = title.find(kIs);
      title.erase(0, at == std::string::npos ? 0 : at + kIs.size());
      std::erase(title, '`');
      if (IsValidated(listed.check)) {
        const bool is_file = !listed.names.empty() && listed.names.front().starts_with("file:");
        result = lsp::CodeLensResult(title, is_file ? listed.names.front() : "");
      }
    });
    return result;
  }

  // Answers about the schema come first; pages about findings at the place are longer.
  std::string WithPages(const std::string& text) const {
    return text + (text.empty() || question_.below.empty() ? "" : "\n\n---\n\n") + question_.below;
  }

  std::string Hover(size_t at) {
    if (std::string page = AnnotationHoverAt(typed_, at); !page.empty()) {
      return page;
    }
    if (const std::optional<DataValuesWord> word = FindDataValuesWord(typed_, at)) {
      const api::SchemaInfo meaning = MeaningOf(*word);
      return meaning ? HoverText(meaning) : std::string();
    }
    if (lsp::ScanTo(typed_, at).is_text) {
      return {};  // a comment or the text of a block scalar, which no schema describes
    }
    schema_.Compile();
    // A chart's own values describe its values files, with what its schema declares.
    if (schema_.check().method == driver::CheckMethod::kChart) {
      if (std::string text = ChartValuesHover(opened_, question_.path, environment_, at); !text.empty()) {
        return text;
      }
    }
    const api::SchemaInfo meaning = schema_.MeaningAt(typed_, at);
    if (std::string text = ProjectNameHover(meaning, question_.path); !text.empty()) {
      return text;
    }
    // Schemas of the catalogue are no files, and not all of their fields have descriptions.
    const bool has_type = meaning.key && !meaning.type.empty() && meaning.type != "any";
    if (meaning && (has_type || !(meaning.schema.empty() && meaning.text.empty()))) {
      return HoverText(meaning);
    }
    return ChartValuesHover(opened_, question_.path, environment_, at);
  }

  // Of `data.values.name` in a ytt template.
  api::SchemaInfo MeaningOf(const DataValuesWord& word) {
    schema_.CompileDataValues();
    if (!schema_.is_compiled() || word.begin == word.end) {
      return {};
    }
    std::string document = word.document;
    document.replace(word.at, 1, typed_.substr(word.begin, word.end - word.begin));
    return schema_.MeaningAt(document, word.at);
  }

  std::string Complete(size_t at) {
    std::vector<CompletionItem> items;
    const AnnotationCompletions words = AnnotationCompletionsAt(typed_, at);
    for (const AnnotationCompletion& word : words.words) {
      items.push_back({word.text, word.text, CompletionItemKind::kKeyword, false, {}, std::string(word.doc)});
    }
    if (!items.empty()) {
      return lsp::CompletionResult(typed_, words.begin, at, question_.position, items);
    }
    if (const std::optional<DataValuesWord> word = FindDataValuesWord(typed_, at)) {
      schema_.CompileDataValues();
      if (schema_.is_compiled()) {
        AddDataValues(schema_.MeaningAt(word->document, word->at), items);
      }
      return lsp::CompletionResult(typed_, word->begin, word->end, question_.position, items);
    }
    const std::vector<lsp::CompletionContext> contexts = lsp::FindCompletionContexts(typed_, at);
    if (contexts.empty()) {
      return "null";
    }
    schema_.Compile();
    for (const lsp::CompletionContext& typed : contexts) {
      const bool is_value = typed.part == lsp::CompletionContext::Part::kValue;
      const api::SchemaInfoUse use =
          is_value ? api::SchemaInfoUse::kValueCompletion : api::SchemaInfoUse::kKeyCompletion;
      const api::SchemaInfo info = schema_.MeaningAt(typed.completed_text, typed.at, use);
      AddSchemaCompletions(typed, info, items);
      AddKnownValues(typed, info, schema_, items);
      AddProjectNames(typed, info, question_.path, items);
      if (IsJsonSchema(typed_, GetFileName(question_.path))) {
        AddSchemaReferences(typed, items);
      }
      AddFileNames(typed, question_.path, items);
      if (!schema_.is_compiled() && schema_.check().method != driver::CheckMethod::kChart) {
        AddResourceCompletions(typed, schema_, items);
      }
      if (items.empty()) {
        AddChartKeys(opened_, question_.path, environment_, typed, items);
      }
    }
    return items.empty() ? "null"
                         : lsp::CompletionResult(typed_, contexts.front().begin, contexts.front().end,
                                                 question_.position, items, question_.has_snippets);
  }

  std::string Declaration(size_t at) {
    for (const lsp::Occurrence& occurrence : lsp::FindAnchorOccurrences(lsp::TextTree(typed_), at)) {
      if (occurrence.kind == lsp::OccurrenceKind::kWrite) {
        const lsp::TextPositions positions(typed_);
        return lsp::LocationResult(
            question_.uri, {positions.At(occurrence.range.begin), positions.At(occurrence.range.end)});
      }
    }
    const std::optional<DataValuesWord> word = FindDataValuesWord(typed_, at);
    if (!word) {
      schema_.Compile();
    }
    const api::SchemaInfo meaning = word ? MeaningOf(*word) : schema_.MeaningAt(typed_, at);
    for (const api::SourceLocation& place : meaning.schema) {
      const source::SourceFile* file = schema_.FileOf(place.file);
      if (file == nullptr || !report::IsFileName(place.file)) {
        continue;
      }
      return lsp::LocationResult(report::AbsoluteUri(place.file, schema_.document().environment().directory),
                                 {PositionIn(*file, place.begin), PositionIn(*file, place.end)});
    }
    return ChartValuesDeclaration(opened_, question_.path, environment_, at);
  }

  static lsp::TextPosition PositionIn(const source::SourceFile& file, size_t at) {
    const report::Position position = report::GetPosition(file, file.base() + static_cast<uint32_t>(at));
    return {position.line - 1, position.utf16_column - 1};
  }

  const SchemaQuery& question_;
  const OpenDocuments& opened_;
  const ProcessEnvironment& environment_;
  const std::string& typed_;
  DocumentSchema schema_;
};

}  // namespace

std::string AnswerQuery(const lsp::SchemaQuery& question, const OpenDocuments& opened,
                        const ProcessEnvironment& environment) {
  if (std::optional<std::string> answer = AnswerStructureQuery(question, opened, environment)) {
    return *std::move(answer);
  }
  if (!opened.strings.contains(question.path)) {
    return "null";
  }
  if (std::optional<std::string> answer = AnswerLoadQuery(question, opened)) {
    return *std::move(answer);
  }
  if (std::optional<std::string> answer = AnswerFunctionDeclaration(question, opened)) {
    return *std::move(answer);
  }
  if (std::optional<std::string> answer = AnswerKclQuery(question, opened)) {
    const bool is_declaration = question.kind == SchemaQuery::QueryKind::kDeclaration;
    return is_declaration && *answer == "null" ? AnswerKclDeclaration(question, opened, environment)
                                               : *std::move(answer);
  }
  if (std::optional<std::string> answer = AnswerTemplateQuery(question, opened, environment)) {
    return *std::move(answer);
  }
  return IsAboutReferences(question.kind) ? AnswerReferences(question, opened, environment)
                                          : QueryHandler(question, opened, environment).Answer();
}

}  // namespace kval::cli
