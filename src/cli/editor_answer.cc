#include "src/cli/editor_answer.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/api/meaning.h"
#include "src/cli/editor_chart.h"
#include "src/cli/input_options.h"
#include "src/cli/resource_meaning.h"
#include "src/driver/found_files.h"
#include "src/driver/judge.h"
#include "src/driver/named_schema.h"
#include "src/driver/root_library.h"
#include "src/lsp/text_position.h"
#include "src/lsp/typed_line.h"
#include "src/project/schema_of.h"
#include "src/report/file_name.h"
#include "src/report/json_writer.h"
#include "src/report/place.h"
#include "src/report/uri.h"

namespace kval::cli {
namespace {

using lsp::Question;
using report::JsonWriter;

// The protocol's kinds of completion items.
constexpr uint64_t kProperty = 10, kEnumMember = 20;

// Why the keys of a map stand in this order: those that it needs first, then as the schema has them.
std::string SortText(size_t index, bool is_required) {
  const std::string number = std::to_string(index);
  return (is_required ? "0" : "1") + std::string(number.size() < 5 ? 5 - number.size() : 0, '0') + number;
}

// Title and text in Markdown.
std::string Described(const std::string& title, const std::string& text) {
  return title + (title.empty() || text.empty() ? "" : "\n\n") + text;
}

std::string HoverText(const api::Meaning& meaning) {
  std::string text = "**" + meaning.path_text + "**: " + meaning.type;
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
    Compile();
    const size_t at = lsp::ByteAt(typed_, question_.position);
    switch (question_.about) {
      case Question::About::kMeaning:
        return Hover(MeaningAt(typed_, at));
      case Question::About::kCompletion:
        return Complete(at);
      case Question::About::kDeclaration:
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
      driver::FindNamedSchemas({{text_.name(), {}}}, options_, files, looking, named);
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

  static std::string Hover(const api::Meaning& meaning) {
    if (!meaning || (meaning.schema.empty() && meaning.text.empty())) {
      return "null";
    }
    JsonWriter json(JsonWriter::Layout::kOneLine);
    json.BeginObject().Key("contents").BeginObject().Field("kind", "markdown");
    json.Field("value", HoverText(meaning)).EndObject().EndObject();
    return json.Take();
  }

  std::string Complete(size_t at) const {
    const std::optional<lsp::TypedLine> typed = lsp::LineTypedAt(typed_, at);
    if (!typed) {
      return "null";
    }
    const api::Meaning meaning = MeaningAt(typed->whole, typed->key);
    if (!meaning.key || meaning.key.begin != typed->key) {
      return "null";  // it is no entry, but a line of a text
    }
    JsonWriter json(JsonWriter::Layout::kOneLine);
    json.BeginArray();
    if (typed->part == lsp::TypedLine::Part::kValue) {
      for (size_t i = 0; i < meaning.choices.size(); ++i) {
        BeginItem(meaning.choices[i], meaning.choices[i], *typed, kEnumMember, SortText(i, false), json);
        json.EndObject();
      }
    } else {
      AddKeys(meaning, *typed, json);
    }
    json.EndArray();
    return json.Take();
  }

  void AddKeys(const api::Meaning& meaning, const lsp::TypedLine& typed, JsonWriter& json) const {
    const std::string now = meaning.path.empty() ? std::string() : meaning.path.back().key;
    for (size_t i = 0; i < meaning.keys_beside.size(); ++i) {
      const api::DeclaredKey& key = meaning.keys_beside[i];
      if (key.is_there && key.key != now) {
        continue;
      }
      BeginItem(key.key, key.key + (typed.has_colon ? "" : ": "), typed, kProperty,
                SortText(i, key.is_required), json);
      json.OptionalField("detail", key.type);
      if (const std::string text = Described(key.title, key.text); !text.empty()) {
        json.Key("documentation").BeginObject().Field("kind", "markdown").Field("value", text).EndObject();
      }
      json.EndObject();
    }
  }

  // The members that all items have; the object stays open.
  void BeginItem(std::string_view label, std::string_view text, const lsp::TypedLine& typed, uint64_t kind,
                 std::string_view sort_text, JsonWriter& json) const {
    const uint32_t line = question_.position.line;
    json.BeginObject().Field("label", label).Field("kind", kind).Field("sortText", sort_text);
    json.Key("textEdit").BeginObject().Field("newText", text).Key("range").BeginObject();
    json.Key("start")
        .BeginObject()
        .Field("line", line)
        .Field("character", CharacterAt(typed.begin))
        .EndObject();
    json.Key("end")
        .BeginObject()
        .Field("line", line)
        .Field("character", question_.position.character)
        .EndObject();
    json.EndObject().EndObject();
  }

  // Of a byte in the line of the question.
  uint64_t CharacterAt(size_t at) const {
    lsp::TextPosition position{question_.position.line, 0};
    while (lsp::ByteAt(typed_, position) < at) {
      ++position.character;
    }
    return position.character;
  }

  std::string Declaration(const api::Meaning& meaning) const {
    for (const api::Place& place : meaning.schema) {
      const source::SourceFile* file = FileOf(place.file);
      if (file == nullptr || !report::IsFileName(place.file)) {
        continue;
      }
      JsonWriter json(JsonWriter::Layout::kOneLine);
      json.BeginObject().Field("uri", report::AbsoluteUri(place.file, text_.environment().folder));
      json.Key("range").BeginObject();
      AddPosition("start", *file, place.begin, json);
      AddPosition("end", *file, place.end, json);
      json.EndObject().EndObject();
      return json.Take();
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

  static void AddPosition(std::string_view name, const source::SourceFile& file, size_t at,
                          JsonWriter& json) {
    const report::Position position = report::PositionOf(file, file.base() + static_cast<uint32_t>(at));
    json.Key(name).BeginObject().Field("line", position.line - 1);
    json.Field("character", position.utf16_column - 1).EndObject();
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
