#include "src/lsp/edit_results.h"

#include "src/lsp/results.h"
#include "src/lsp/text_position.h"
#include "src/report/json_writer.h"

namespace kval::lsp {
namespace {

using report::JsonWriter;

TextRange RangeOf(const TextPositions& positions, ByteRange range) {
  return {positions.At(range.begin), positions.At(range.end)};
}

void WriteEdits(std::string_view text, std::span<const FileEdit> edits, JsonWriter& json) {
  const TextPositions positions(text);
  json.BeginArray();
  for (const FileEdit& edit : edits) {
    json.BeginObject();
    WriteRange("range", RangeOf(positions, edit.range), json);
    if (edit.is_snippet) {
      json.Key("snippet").BeginObject().Field("kind", "snippet").Field("value", edit.text).EndObject();
    } else {
      json.Field("newText", edit.text);
    }
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

std::string LocationsResult(std::span<const FileEdits> files) {
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  for (const FileEdits& file : files) {
    const TextPositions positions(file.text);
    for (const FileEdit& edit : file.edits) {
      json.BeginObject().Field("uri", file.uri);
      WriteRange("range", RangeOf(positions, edit.range), json);
      json.EndObject();
    }
  }
  json.EndArray();
  return OneLine(json);
}

void WriteWorkspaceEdit(std::span<const FileEdits> files, bool has_versions, JsonWriter& json) {
  json.BeginObject();
  if (has_versions) {
    json.Key("documentChanges").BeginArray();
    for (const FileEdits& file : files) {
      if (file.is_new) {
        json.BeginObject().Field("kind", "create").Field("uri", file.uri);
        json.Key("options").BeginObject().Key("ignoreIfExists").Bool(true).EndObject().EndObject();
      }
      json.BeginObject().Key("textDocument").BeginObject().Field("uri", file.uri);
      json.Key("version").Raw(file.version).EndObject().Key("edits");
      WriteEdits(file.text, file.edits, json);
      json.EndObject();
    }
    json.EndArray();
  } else {
    json.Key("changes").BeginObject();
    for (const FileEdits& file : files) {
      json.Key(file.uri);
      WriteEdits(file.text, file.edits, json);
    }
    json.EndObject();
  }
  json.EndObject();
}

std::string WorkspaceEditResult(std::span<const FileEdits> files, bool has_versions) {
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  WriteWorkspaceEdit(files, has_versions, json);
  return OneLine(json);
}

std::string TextEditsResult(std::string_view text, std::span<const FileEdit> edits) {
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  WriteEdits(text, edits, json);
  return OneLine(json);
}

std::string RenameRangeResult(std::string_view text, ByteRange range, std::string_view name) {
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginObject();
  WriteRange("range", RangeOf(TextPositions(text), range), json);
  json.Field("placeholder", name).EndObject();
  return OneLine(json);
}

}  // namespace kval::lsp
