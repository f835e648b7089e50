#include "src/cli/lsp_queries.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/catalog/catalog.h"
#include "src/api/schema_info.h"
#include "src/cli/document_plan.h"
#include "src/cli/input_options.h"
#include "src/cli/kubernetes_hover.h"
#include "src/cli/lsp_annotations.h"
#include "src/cli/lsp_completion.h"
#include "src/cli/lsp_data_values.h"
#include "src/cli/lsp_structure.h"
#include "src/cli/plan_text.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/plan_listing.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"
#include "src/lsp/text_position.h"
#include "src/project/find.h"
#include "src/project/load.h"
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

// Title and text in Markdown.
std::string Described(const std::string& title, const std::string& text) {
  return title + (title.empty() || text.empty() ? "" : "\n\n") + text;
}

std::string HoverText(const api::SchemaInfo& meaning) {
  // The document itself has no path.
  std::string text = (meaning.path_text.empty() ? "" : "**" + meaning.path_text + "**: ") + meaning.type;
  if (const std::string described = Described(meaning.title, meaning.text); !described.empty()) {
    text += "\n\n" + described;
  }
  const std::string& fallback = meaning.default_value;
  text += fallback.empty() || fallback == R"("")" ? "" : "\n\nDefault: `" + fallback + "`";
  for (size_t i = 0; i < meaning.constraints.size(); ++i) {
    text += (i == 0 ? "\n\nMust be: " : ", ") + meaning.constraints[i];
  }
  constexpr size_t kMax = 50;
  for (size_t i = 0; i < meaning.allowed_values.size() && i < kMax; ++i) {
    text += (i == 0 ? "\n\nOne of `" : ", `") + meaning.allowed_values[i] + "`";
  }
  return text;
}

class QueryHandler {
 public:
  QueryHandler(const SchemaQuery& question, const OpenDocuments& opened,
               const ProcessEnvironment& environment)
      : question_(question),
        typed_(opened.strings.at(question.path)),
        text_(opened, question.path, environment) {}

  std::string Answer() {
    const size_t at = lsp::ByteAt(typed_, question_.position);
    switch (question_.kind) {
      case SchemaQuery::QueryKind::kHover:
        return lsp::HoverResult(WithPages(Hover(at)));
      case SchemaQuery::QueryKind::kCompletion:
        return Complete(at);
      case SchemaQuery::QueryKind::kDeclaration:
        Compile();
        return Declaration(MeaningAt(typed_, at));
      case SchemaQuery::QueryKind::kValidatedBy:
        return ValidatedBy();
      case SchemaQuery::QueryKind::kDocumentSymbols:
      case SchemaQuery::QueryKind::kWorkspaceSymbols:
      case SchemaQuery::QueryKind::kFoldings:
      case SchemaQuery::QueryKind::kSelections:
      case SchemaQuery::QueryKind::kHighlights:
      case SchemaQuery::QueryKind::kLinks:
        break;  // AnswerStructureQuery
    }
    return "null";
  }

 private:
  // Plans the check of the document; nullopt if there is none.
  std::optional<driver::PlannedCheck> Plan(driver::InputFileReader& files) {
    driver::Session looking(options_.limits);
    std::optional<DocumentPlan> plan = PlanInProject(text_, options_, files, looking);
    if (!plan && text_.EnterDocumentDirectory()) {
      plan = PlanAlone(text_, options_, files, looking);
    }
    return plan && !plan->plan.checks.empty() ? std::optional(std::move(plan->plan.checks.front()))
                                              : std::nullopt;
  }

  // Compiles the schema that validates the document, if there is one that can be used.
  void Compile() {
    if (project::IsProjectFileName(GetFileName(text_.name()))) {
      return CompileProjectSchema();
    }
    WithPlan([this](driver::PlannedCheck check, driver::InputFileReader&) {
      options_ = check.options;
      check_ = std::move(check);
      // The document is a text to describe, and none of the inputs.
      std::erase_if(options_.inputs,
                    [this](const driver::InputPath& input) { return input.path == text_.name(); });
      CompileInputs();
    });
  }

  // The built-in schema of project files.
  void CompileProjectSchema() {
    project_schema_ = {{std::string(project::SchemaName()), std::string(project::SchemaText())}};
    if (text_.EnterDocumentDirectory() && OpenFiles(project_schema_)) {
      options_.inputs = {{std::string(project::SchemaName()), {}, driver::InputRole::kSchema}};
      CompileInputs();
    }
  }

  // The schemas of data values for a template: those of its project, or of its directory.
  void CompileDataValues() {
    Compile();
    if (validator_ != nullptr || !text_.EnterDocumentDirectory() || !OpenFiles(text_.strings())) {
      return;
    }
    options_.inputs = DataValuesOf(text_.name(), *files_);
    options_.unchecked = driver::UncheckedPolicy::kNote;
    CompileInputs();
  }

  // Reads files of the disk, and strings that replace some of them, which must outlive this.
  bool OpenFiles(const TextOverrides& strings) {
    std::string message;
    if (!ToDriverOptions({}, text_.environment(), options_, message)) {
      return false;
    }
    disk_.emplace(options_.limits);
    reader_.emplace(*disk_, strings, text_.environment().directory);
    files_.emplace(*reader_);
    return true;
  }

  // Compiles the schemas among the inputs.
  void CompileInputs() {
    session_ = std::make_unique<driver::Session>(options_.limits);
    if (!options_.inputs.empty() && driver::LoadRootLibrary(options_, *files_, *session_)) {
      validator_ = driver::CompiledSchema::Compile(options_, *files_, *session_);
    }
  }

  template <typename Use>
  void WithPlan(const Use& use) {
    if (!OpenFiles(text_.strings())) {
      return;
    }
    if (std::optional<driver::PlannedCheck> check = Plan(*files_)) {
      use(*std::move(check), *files_);
    }
  }

  // The schema of the document, and why: `kval/validatedBy`.
  std::string ValidatedBy() {
    std::string result = "null";
    WithPlan([&](const driver::PlannedCheck& check, driver::InputFileReader& files) {
      driver::Session session(options_.limits);
      std::optional<driver::ListedCheck> found = driver::ListCheck(check, files, session);
      if (!found) {
        return;
      }
      driver::ListedCheck& listed = *found;
      listed.files = {{text_.name(), "document", {}, {}}};
      report::JsonWriter json(report::JsonWriter::JsonLayout::kOneLine);
      json.BeginObject().Field("reason", ReasonOf(listed)).Field("method", driver::MethodName(listed.method));
      json.Field("isValidated", IsValidated(listed));
      json.OptionalField("dialect", listed.dialect).Key("schemas").BeginArray();
      for (const driver::ListedFile& input : listed.inputs) {
        if (input.role == "schema" && report::IsFileName(input.path)) {
          const bool is_builtin = schemas::catalog::FindByPath(input.path) != nullptr;
          json.String(is_builtin ? input.path
                                 : report::AbsoluteUri(input.path, text_.environment().directory));
        }
      }
      result = json.EndArray().EndObject().Take();
    });
    return result;
  }

  // Answers about the schema come first; pages about findings at the place are longer.
  std::string WithPages(const std::string& text) const {
    return text + (text.empty() || question_.below.empty() ? "" : "\n\n---\n\n") + question_.below;
  }

  api::SchemaInfo MeaningAt(std::string_view text, size_t at,
                            api::SchemaInfoUse use = api::SchemaInfoUse::kHover) {
    return validator_ != nullptr ? api::DescribeInText(text, at, *validator_, options_.limits, use)
           : files_              ? DescribeResourceAt(text, at, check_, options_.limits, *files_, use)
                                 : api::SchemaInfo();
  }

  std::string Hover(size_t at) {
    if (std::string page = AnnotationHoverAt(typed_, at); !page.empty()) {
      return page;
    }
    Compile();
    const api::SchemaInfo meaning = MeaningAt(typed_, at);
    return !meaning || (meaning.schema.empty() && meaning.text.empty()) ? std::string() : HoverText(meaning);
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
      CompileDataValues();
      if (validator_ != nullptr) {
        AddDataValues(MeaningAt(word->document, word->at), items);
      }
      return lsp::CompletionResult(typed_, word->begin, word->end, question_.position, items);
    }
    const std::vector<lsp::CompletionContext> contexts = lsp::FindCompletionContexts(typed_, at);
    if (contexts.empty()) {
      return "null";
    }
    Compile();
    for (const lsp::CompletionContext& typed : contexts) {
      const bool is_value = typed.part == lsp::CompletionContext::Part::kValue;
      const api::SchemaInfoUse use =
          is_value ? api::SchemaInfoUse::kValueCompletion : api::SchemaInfoUse::kHover;
      AddSchemaCompletions(typed, MeaningAt(typed.completed_text, typed.at, use), items);
      if (validator_ == nullptr) {
        AddResourceCompletions(typed, options_.limits, items);
      }
    }
    return items.empty() ? "null"
                         : lsp::CompletionResult(typed_, contexts.front().begin, contexts.front().end,
                                                 question_.position, items);
  }

  std::string Declaration(const api::SchemaInfo& meaning) const {
    for (const api::SourceLocation& place : meaning.schema) {
      const source::SourceFile* file = FileOf(place.file);
      if (file == nullptr || !report::IsFileName(place.file)) {
        continue;
      }
      return lsp::LocationResult(report::AbsoluteUri(place.file, text_.environment().directory),
                                 {PositionIn(*file, place.begin), PositionIn(*file, place.end)});
    }
    return "null";
  }

  const source::SourceFile* FileOf(std::string_view name) const {
    for (size_t i = 0; i < session_->sources.file_count(); ++i) {
      if (session_->sources.file(i).name() == name) {
        return &session_->sources.file(i);
      }
    }
    return nullptr;
  }

  static lsp::TextPosition PositionIn(const source::SourceFile& file, size_t at) {
    const report::Position position = report::GetPosition(file, file.base() + static_cast<uint32_t>(at));
    return {position.line - 1, position.utf16_column - 1};
  }

  const SchemaQuery& question_;
  const std::string& typed_;
  OpenDocument text_;
  driver::DriverOptions options_;
  driver::PlannedCheck check_;
  TextOverrides project_schema_;
  std::optional<source::DiskFileReader> disk_;
  std::optional<OverrideReader> reader_;
  std::optional<driver::InputFileReader> files_;
  std::unique_ptr<driver::Session> session_;
  std::unique_ptr<const driver::CompiledSchema> validator_;
};

}  // namespace

std::string AnswerQuery(const lsp::SchemaQuery& question, const OpenDocuments& opened,
                        const ProcessEnvironment& environment) {
  if (IsAboutStructure(question.kind)) {
    return AnswerStructureQuery(question, opened, environment);
  }
  return opened.strings.contains(question.path) ? QueryHandler(question, opened, environment).Answer()
                                                : "null";
}

}  // namespace kval::cli
