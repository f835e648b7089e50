#include "src/cli/lsp_queries.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/api/schema_info.h"
#include "src/cli/input_options.h"
#include "src/cli/kubernetes_hover.h"
#include "src/cli/lsp_annotations.h"
#include "src/cli/lsp_chart.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"
#include "src/lsp/text_position.h"
#include "src/project/find_schema.h"
#include "src/report/file_name.h"
#include "src/report/source_location.h"
#include "src/report/uri.h"

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
        return lsp::HoverResult(Hover(at));
      case SchemaQuery::QueryKind::kCompletion:
        return Complete(at);
      case SchemaQuery::QueryKind::kDeclaration:
        Compile();
        return Declaration(MeaningAt(typed_, at));
    }
    return "null";
  }

 private:
  // The schema that the text is checked by, if there is one that can be used.
  void Compile() {
    std::string message;
    if (!ToDriverOptions({}, text_.environment(), options_, message)) {
      return;
    }
    source::DiskFileReader disk(options_.limits);
    OverrideReader reader(disk, text_.strings(), text_.environment().directory);
    driver::InputFileReader files(reader);
    const Result<std::optional<project::ProjectLocation>> location = text_.EnterProject();
    const std::optional<std::string> inside =
        location && *location ? (*location)->Inside(text_.name()) : std::nullopt;
    if (inside) {
      driver::Session looking(options_.limits);
      AddInputs(project::FindSchemaFor(*inside, **location, files, looking));
    }
    if (options_.inputs.empty() && text_.EnterDocumentDirectory()) {
      driver::Session looking(options_.limits);
      std::vector<std::string> named;
      for (const std::optional<std::string>& path :
           driver::FindModelineSchemas({{text_.name(), {}}}, options_, files, looking)) {
        named.push_back(path.value_or(std::string()));
      }
      if (const std::optional<ChartValues> values = ChartValuesAt(text_.name(), files)) {
        named.push_back(values->schema);
      }
      AddInputs(named);
    }
    session_ = std::make_unique<driver::Session>(options_.limits);
    if (!options_.inputs.empty() && driver::LoadRootLibrary(options_, files, *session_)) {
      validator_ = driver::CompiledSchema::Compile(options_, files, *session_);
    }
  }

  void AddInputs(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      const driver::InputRole role =
          path.ends_with(".json") ? driver::InputRole::kSchema : driver::InputRole::kAuto;
      if (!path.empty()) {
        options_.inputs.push_back({path, {}, role});
      }
    }
  }

  api::SchemaInfo MeaningAt(std::string_view text, size_t at) const {
    return validator_ != nullptr ? api::DescribeInText(text, at, *validator_, options_.limits)
                                 : DescribeResourceAt(text, at, options_.limits);
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
      return lsp::CompletionResult(typed_, words.begin, question_.position, items);
    }
    const std::optional<lsp::CompletionContext> typed = lsp::FindCompletionContext(typed_, at);
    if (!typed) {
      return "null";
    }
    Compile();
    const api::SchemaInfo meaning = MeaningAt(typed->completed_text, typed->key);
    if (!meaning.key || meaning.key.begin != typed->key) {
      return "null";  // it is no entry, but a line of a text
    }
    if (typed->part == lsp::CompletionContext::Part::kKey) {
      AddKeys(meaning, typed->has_colon ? "" : ": ", items);
    } else {
      for (const std::string& choice : meaning.allowed_values) {
        items.push_back({choice, choice, CompletionItemKind::kEnumMember, false, {}, {}});
      }
    }
    return lsp::CompletionResult(typed_, typed->begin, question_.position, items);
  }

  // Those that are not there yet, and the one that is being typed.
  static void AddKeys(const api::SchemaInfo& meaning, std::string_view ending,
                      std::vector<CompletionItem>& items) {
    const std::string now = meaning.path.empty() ? std::string() : meaning.path.back().key;
    for (const api::KeyInfo& key : meaning.sibling_keys) {
      if (!key.is_present || key.key == now) {
        items.push_back({key.key, key.key + std::string(ending), CompletionItemKind::kProperty,
                         key.is_required, key.type, Described(key.title, key.text)});
      }
    }
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
  std::unique_ptr<driver::Session> session_;
  std::unique_ptr<const driver::CompiledSchema> validator_;
};

}  // namespace

std::string AnswerQuery(const lsp::SchemaQuery& question, const OpenDocuments& opened,
                        const ProcessEnvironment& environment) {
  return opened.strings.contains(question.path) ? QueryHandler(question, opened, environment).Answer()
                                                : "null";
}

}  // namespace kval::cli
