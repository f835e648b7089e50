#include "src/cli/lsp/queries.h"

#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "src/api/schema_info.h"
#include "src/cli/chart_location.h"
#include "src/cli/lsp/answers.h"
#include "src/cli/lsp/candidates.h"
#include "src/cli/lsp/completion.h"
#include "src/cli/lsp/data_values.h"
#include "src/cli/lsp/document_plan.h"
#include "src/cli/lsp/document_schema.h"
#include "src/cli/lsp/file_names.h"
#include "src/cli/lsp/hover_text.h"
#include "src/cli/lsp/json_schema_documents.h"
#include "src/cli/lsp/kubernetes_hover.h"
#include "src/cli/plan_text.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/plan_listing.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/cursor_scan.h"
#include "src/lsp/results.h"
#include "src/lsp/structure/embedded_text.h"
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

// The name by which a patch that is embedded in a document is known.
constexpr std::string_view kPatchName = "kval-embedded-patch.yaml";

class QueryHandler {
 public:
  // `embedded`: the text around the position that is embedded in the document; null if there is none.
  QueryHandler(const SchemaQuery& question, const OpenDocuments& opened,
               const ProcessEnvironment& environment, const lsp::EmbeddedText* embedded = nullptr)
      : question_(question),
        opened_(opened),
        environment_(environment),
        embedded_(embedded),
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
      case SchemaQuery::QueryKind::kSemanticTokens:
      case SchemaQuery::QueryKind::kIndentation:
      case SchemaQuery::QueryKind::kInlayHints:
      case SchemaQuery::QueryKind::kCodeActions:
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
    schema_.WithPlan([&](const driver::PlannedCheck& planned, driver::InputFileReader& files) {
      // The schema of a template describes its text, and the chart validates it.
      const std::optional<ChartValues> chart = ChartOfTemplate(schema_.document().name(), files);
      const driver::PlannedCheck check = chart ? PlanChartOf(*chart, planned.options) : planned;
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
    if (embedded_ != nullptr) {
      return cli::ChartValuesHover(opened_, question_.path, environment_, at, embedded_);
    }
    if (lsp::ScanTo(typed_, at).is_text) {
      return {};  // a comment or the text of a block scalar, which no schema describes
    }
    if (std::string text = ActionInputHover(opened_, question_.path, at); !text.empty()) {
      return text;
    }
    Compile();
    // A chart's own values describe its values files, with what its schema declares.
    if (schema_.check().method == driver::CheckMethod::kChart) {
      if (std::string text = ChartValuesHover(at); !text.empty()) {
        return text;
      }
    }
    const api::SchemaInfo meaning = schema_.MeaningAt(typed_, at);
    const bool is_name = !meaning.path.empty() && meaning.path.back().key == "name" && meaning.key &&
                         at >= meaning.value.begin;
    if (std::string text = is_name ? ChartValuesHover(at) : std::string(); !text.empty()) {
      return text;  // the name of a parameter
    }
    if (std::string text = ProjectNameHover(meaning, question_.path); !text.empty()) {
      return text;
    }
    // Schemas of the catalogue are no files, and not all of their fields have descriptions.
    const bool has_type = meaning.key && !meaning.type.empty() && meaning.type != "any";
    if (meaning && (has_type || !(meaning.schema.empty() && meaning.text.empty()))) {
      return HoverText(meaning);
    }
    return ChartValuesHover(at);
  }

  std::string ChartValuesHover(size_t at) {
    return cli::ChartValuesHover(opened_, question_.path, environment_, at, nullptr);
  }

  // Compiles the schema of the document; a list in a patch is a JSON patch.
  void Compile() {
    const size_t first = typed_.find_first_not_of(" \r\n");
    const bool is_list = first != std::string::npos && typed_[first] == '-' && typed_[first + 1] == ' ';
    if (question_.path.ends_with(kPatchName) && is_list) {
      schema_.CompileJsonPatch();
    } else {
      schema_.Compile();
    }
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
    const std::vector<lsp::CompletionContext> contexts =
        lsp::FindCompletionContexts(embedded_ != nullptr ? embedded_->text : typed_, at);
    if (contexts.empty()) {
      return "null";
    }
    if (embedded_ == nullptr) {
      Compile();
    }
    for (const lsp::CompletionContext& typed : contexts) {
      if (embedded_ == nullptr) {
        AddOfSchema(typed, items);
      }
      if (items.empty()) {
        AddChartKeys(opened_, question_.path, environment_, typed, embedded_, items);
      }
    }
    // A name that can be a key and a value, such as an event of a workflow, is offered as a key.
    std::set<std::string> labels;
    std::erase_if(items, [&labels](const CompletionItem& item) { return !labels.insert(item.label).second; });
    return items.empty() ? "null"
                         : lsp::CompletionResult(typed_, contexts.front().begin, contexts.front().end,
                                                 question_.position, items, question_.has_snippets);
  }

  // Adds what the schema of the document and its kind of file say about a word.
  void AddOfSchema(const lsp::CompletionContext& typed, std::vector<CompletionItem>& items) {
    const bool is_value = typed.part == lsp::CompletionContext::Part::kValue;
    const api::SchemaInfoUse use =
        is_value ? api::SchemaInfoUse::kValueCompletion : api::SchemaInfoUse::kKeyCompletion;
    const api::SchemaInfo info = schema_.MeaningAt(typed.completed_text, typed.at, use);
    std::vector<CompletionItem> allowed;
    AddSchemaCompletions(typed, info, allowed);
    AddKnownValues(typed, info, schema_, allowed);
    RemoveRejected(typed, info, schema_, allowed);
    AddActionInputs(opened_, question_.path, typed, items);
    std::move(allowed.begin(), allowed.end(), std::back_inserter(items));
    AddProjectNames(typed, info, question_.path, items);
    if (IsJsonSchema(typed_, GetFileName(question_.path))) {
      AddSchemaReferences(typed, items);
    }
    AddFileNames(typed, question_.path, items);
    AddChartConditions(opened_, question_.path, environment_, typed, items);
    if (!schema_.is_compiled() && schema_.check().method != driver::CheckMethod::kChart) {
      AddResourceCompletions(typed, schema_, items);
    }
  }

  std::string Declaration(size_t at) {
    if (embedded_ != nullptr) {
      return ChartValuesDeclaration(opened_, question_.path, environment_, at, embedded_);
    }
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
    return ChartValuesDeclaration(opened_, question_.path, environment_, at, nullptr);
  }

  static lsp::TextPosition PositionIn(const source::SourceFile& file, size_t at) {
    const report::Position position = report::GetPosition(file, file.base() + static_cast<uint32_t>(at));
    return {position.line - 1, position.utf16_column - 1};
  }

  const SchemaQuery& question_;
  const OpenDocuments& opened_;
  const ProcessEnvironment& environment_;
  const lsp::EmbeddedText* embedded_;
  const std::string& typed_;
  DocumentSchema schema_;
};

// Whether a block scalar at a path is a patch of resources: of a kustomization, or one that Argo CD and Flux
// apply.
bool IsPatch(const std::vector<std::string>& path) {
  const auto is_at = [&path](size_t from_end, std::string_view key) {
    return path.size() >= from_end && path[path.size() - from_end] == key;
  };
  const bool is_field =
      is_at(1, "patch") && is_at(2, "[]") && (is_at(3, "patches") || is_at(3, "patchesJson6902"));
  return is_field || (is_at(1, "[]") && is_at(2, "patchesStrategicMerge"));
}

// Answers a request in a patch that is embedded in a document like one in a file of the same directory.
std::string AnswerInPatch(const SchemaQuery& query, const lsp::EmbeddedText& patch,
                          const OpenDocuments& opened, const ProcessEnvironment& environment) {
  SchemaQuery in_patch = query;
  in_patch.path = std::string(GetDirectoryPrefix(query.path)) + std::string(kPatchName);
  OpenDocuments with_patch = opened;
  with_patch.strings[in_patch.path] = patch.text;
  return QueryHandler(in_patch, with_patch, environment).Answer();
}

// The text around the position of a request that needs one.
std::optional<lsp::EmbeddedText> EmbeddedTextAt(const SchemaQuery& query, const OpenDocuments& opened) {
  const bool is_asked = query.kind == SchemaQuery::QueryKind::kHover ||
                        query.kind == SchemaQuery::QueryKind::kCompletion ||
                        query.kind == SchemaQuery::QueryKind::kDeclaration;
  const std::string& text = opened.strings.at(query.path);
  return is_asked ? lsp::FindEmbeddedText(text, lsp::ByteAt(text, query.position)) : std::nullopt;
}

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
  if (IsAboutReferences(question.kind)) {
    return AnswerReferences(question, opened, environment);
  }
  const std::optional<lsp::EmbeddedText> embedded = EmbeddedTextAt(question, opened);
  return embedded && IsPatch(embedded->path)
             ? AnswerInPatch(question, *embedded, opened, environment)
             : QueryHandler(question, opened, environment, embedded ? &*embedded : nullptr).Answer();
}

}  // namespace kval::cli
