#include "src/cli/editor_answer.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/api/meaning.h"
#include "src/cli/editor_annotation.h"
#include "src/cli/editor_chart.h"
#include "src/cli/input_options.h"
#include "src/cli/resource_meaning.h"
#include "src/driver/inputs/found_files.h"
#include "src/driver/judge.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/schemas/named_schema.h"
#include "src/lsp/results.h"
#include "src/lsp/text_position.h"
#include "src/lsp/typed_line.h"
#include "src/project/schema_of.h"
#include "src/report/file_name.h"
#include "src/report/place.h"
#include "src/report/uri.h"

namespace kval::cli {
namespace {

using lsp::CompletionItem;
using lsp::ItemKind;
using lsp::Question;

// Title and text in Markdown.
std::string Described(const std::string& title, const std::string& text) {
  return title + (title.empty() || text.empty() ? "" : "\n\n") + text;
}

std::string HoverText(const api::Meaning& meaning) {
  // The document itself has no path.
  std::string text = (meaning.path_text.empty() ? "" : "**" + meaning.path_text + "**: ") + meaning.type;
  if (const std::string described = Described(meaning.title, meaning.text); !described.empty()) {
    text += "\n\n" + described;
  }
  constexpr size_t kMost = 50;
  for (size_t i = 0; i < meaning.choices.size() && i < kMost; ++i) {
    text += (i == 0 ? "\n\nOne of `" : ", `") + meaning.choices[i] + "`";
  }
  return text;
}

class Answering {
 public:
  Answering(const Question& question, const Opened& opened, const Environment& environment)
      : question_(question),
        typed_(opened.texts.at(question.path)),
        text_(opened, question.path, environment) {}

  std::string Answer() {
    const size_t at = lsp::ByteAt(typed_, question_.position);
    switch (question_.about) {
      case Question::About::kMeaning:
        return lsp::HoverResult(Hover(at));
      case Question::About::kCompletion:
        return Complete(at);
      case Question::About::kDeclaration:
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
    ReplacedReader reader(disk, text_.texts(), text_.environment().folder);
    driver::FoundFiles files(reader);
    const Result<std::optional<project::Location>> location = text_.EnterProject();
    const std::optional<std::string> inside =
        location && *location ? (*location)->Inside(text_.name()) : std::nullopt;
    if (inside) {
      driver::Session looking(options_.limits);
      AddInputs(project::SchemaOf(*inside, **location, files, looking));
    }
    if (options_.inputs.empty() && text_.EnterOwnFolder()) {
      driver::Session looking(options_.limits);
      std::vector<std::string> named;
      for (const std::optional<std::string>& path :
           driver::FindNamedSchemas({{text_.name(), {}}}, options_, files, looking)) {
        named.push_back(path.value_or(std::string()));
      }
      if (const std::optional<ChartValues> values = ChartValuesAt(text_.name(), files)) {
        named.push_back(values->schema);
      }
      AddInputs(named);
    }
    session_ = std::make_unique<driver::Session>(options_.limits);
    if (!options_.inputs.empty() && driver::LoadRootLibrary(options_, files, *session_)) {
      judge_ = driver::Judge::Compile(options_, files, *session_);
    }
  }

  void AddInputs(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      const driver::Role role = path.ends_with(".json") ? driver::Role::kSchema : driver::Role::kAuto;
      if (!path.empty()) {
        options_.inputs.push_back({path, {}, role});
      }
    }
  }

  api::Meaning MeaningAt(std::string_view text, size_t at) const {
    return judge_ != nullptr ? api::MeaningIn(text, at, *judge_, options_.limits)
                             : ResourceMeaningAt(text, at, options_.limits);
  }

  std::string Hover(size_t at) {
    if (std::string page = AnnotationTextAt(typed_, at); !page.empty()) {
      return page;
    }
    Compile();
    const api::Meaning meaning = MeaningAt(typed_, at);
    return !meaning || (meaning.schema.empty() && meaning.text.empty()) ? std::string() : HoverText(meaning);
  }

  std::string Complete(size_t at) {
    std::vector<CompletionItem> items;
    const AnnotationWords words = AnnotationWordsAt(typed_, at);
    for (const AnnotationWord& word : words.words) {
      items.push_back({word.text, word.text, ItemKind::kKeyword, false, {}, std::string(word.doc)});
    }
    if (!items.empty()) {
      return lsp::CompletionResult(typed_, words.begin, question_.position, items);
    }
    const std::optional<lsp::TypedLine> typed = lsp::LineTypedAt(typed_, at);
    if (!typed) {
      return "null";
    }
    Compile();
    const api::Meaning meaning = MeaningAt(typed->whole, typed->key);
    if (!meaning.key || meaning.key.begin != typed->key) {
      return "null";  // it is no entry, but a line of a text
    }
    if (typed->part == lsp::TypedLine::Part::kKey) {
      AddKeys(meaning, typed->has_colon ? "" : ": ", items);
    } else {
      for (const std::string& choice : meaning.choices) {
        items.push_back({choice, choice, ItemKind::kEnumMember, false, {}, {}});
      }
    }
    return lsp::CompletionResult(typed_, typed->begin, question_.position, items);
  }

  // Those that are not there yet, and the one that is being typed.
  static void AddKeys(const api::Meaning& meaning, std::string_view ending,
                      std::vector<CompletionItem>& items) {
    const std::string now = meaning.path.empty() ? std::string() : meaning.path.back().key;
    for (const api::DeclaredKey& key : meaning.keys_beside) {
      if (!key.is_there || key.key == now) {
        items.push_back({key.key, key.key + std::string(ending), ItemKind::kProperty, key.is_required,
                         key.type, Described(key.title, key.text)});
      }
    }
  }

  std::string Declaration(const api::Meaning& meaning) const {
    for (const api::Place& place : meaning.schema) {
      const source::SourceFile* file = FileOf(place.file);
      if (file == nullptr || !report::IsFileName(place.file)) {
        continue;
      }
      return lsp::LocationResult(report::AbsoluteUri(place.file, text_.environment().folder),
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
    const report::Position position = report::PositionOf(file, file.base() + static_cast<uint32_t>(at));
    return {position.line - 1, position.utf16_column - 1};
  }

  const Question& question_;
  const std::string& typed_;
  EditorText text_;
  driver::Options options_;
  std::unique_ptr<driver::Session> session_;
  std::unique_ptr<const driver::Judge> judge_;
};

}  // namespace

std::string AnswerTo(const lsp::Question& question, const Opened& opened, const Environment& environment) {
  return opened.texts.contains(question.path) ? Answering(question, opened, environment).Answer() : "null";
}

}  // namespace kval::cli
