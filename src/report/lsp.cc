#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/report/file_name.h"
#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/report/uri.h"
#include "src/report/writers.h"

// Notifications of the Language Server Protocol, version 3.17: `textDocument/publishDiagnostics` for each
// file, `window/showMessage` for findings that have no place (`window/logMessage` for notes). Lines and
// characters are counted from 0, the latter in UTF-16 code units.
namespace kval::report {
namespace {

constexpr uint64_t kError = 1, kWarning = 2, kInformation = 3;
// The protocol's tags of a diagnostic.
constexpr uint64_t kDeprecated = 2;

uint64_t SeverityOf(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kNote:
      return kInformation;
    case diag::Severity::kWarning:
      return kWarning;
    case diag::Severity::kError:
      return kError;
  }
  return kError;
}

void WritePosition(std::string_view name, const Position& position, JsonWriter& json) {
  json.Key(name).BeginObject().Field("line", position.line - 1);
  json.Field("character", position.utf16_column - 1).EndObject();
}

void WriteRange(const SourceLocation& place, JsonWriter& json) {
  json.Key("range").BeginObject();
  WritePosition("start", place.begin, json);
  WritePosition("end", place.end, json);
  json.EndObject();
}

// The line of a file that contains an offset, from there on, without its break.
std::string_view LineFrom(const source::SourceFile& file, uint32_t offset) {
  const std::string_view text = file.text().substr(offset - file.base());
  return text.substr(0, text.find_first_of("\r\n"));
}

bool IsContent(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] != '#' && !line.substr(first).starts_with("---");
}

// Returns the first content at or after an offset; the end of the file if there is none.
uint32_t FindContent(const source::SourceFile& file, uint32_t offset) {
  const uint32_t end = file.base() + static_cast<uint32_t>(file.text().size());
  while (offset < end) {
    const std::string_view line = LineFrom(file, offset);
    if (IsContent(line)) {
      return offset + static_cast<uint32_t>(line.find_first_not_of(" \t"));
    }
    offset += static_cast<uint32_t>(line.size()) + 1;
  }
  return end;
}

// Returns what an editor underlines: a finding about several lines is shown at their first key, or at their
// first line if they begin with none; a finding at the beginning of a file is shown at the first key.
source::Span EditorSpan(const source::SourceFile& file, source::Span span) {
  const auto line_end = [&file](uint32_t offset) {
    return offset + static_cast<uint32_t>(LineFrom(file, offset).size());
  };
  const bool is_at_begin = span == source::Span{file.base(), file.base()};
  if (!is_at_begin && span.end <= line_end(span.begin)) {
    return span;
  }
  const uint32_t begin = FindContent(file, span.begin);
  if (begin >= (is_at_begin ? file.span().end : span.end)) {
    return {span.begin, std::min(span.end, line_end(span.begin))};
  }
  const std::string_view line = LineFrom(file, begin);
  const size_t key = std::min(line.find(": "), line.ends_with(':') ? line.size() - 1 : line.size());
  const size_t size = key < line.size() ? key : line.find_last_not_of(" \t") + 1;
  return {begin, begin + static_cast<uint32_t>(size)};
}

// All that the editor shows of a finding: the headline needs no context.
std::string MessageOf(const diag::Diagnostic& diagnostic) {
  std::string message = Headline(diagnostic);
  for (const std::string& note : diagnostic.notes) {
    message += "\nnote: " + note;
  }
  return diagnostic.hint.empty() ? message : message + "\nhelp: " + diagnostic.hint;
}

class Writer {
 public:
  Writer(const Findings& findings, const RenderOptions& options) : findings_(findings), options_(options) {}

  std::string Write() {
    std::vector<std::string> order;
    std::map<std::string, std::vector<const diag::Diagnostic*>> by_file;
    std::string out;
    for (const diag::Diagnostic& diagnostic : findings_.diagnostics) {
      const diag::Label* primary = GetPrimaryLabel(findings_, diagnostic);
      const std::string name = primary == nullptr ? std::string() : NameOf(primary->span);
      if (!IsFileName(name)) {
        out += Shown(diagnostic);
        continue;
      }
      const std::string uri = AbsoluteUri(name, options_.directory);
      std::vector<const diag::Diagnostic*>& of_file = by_file[uri];
      if (of_file.empty()) {
        order.push_back(uri);
      }
      of_file.push_back(&diagnostic);
    }
    for (const std::string& uri : order) {
      out += Published(uri, by_file[uri]);
    }
    return out;
  }

 private:
  const std::string& NameOf(source::Span span) const { return findings_.sources.FileOf(span).name(); }

  static void Begin(std::string_view method, JsonWriter& json) {
    json.BeginObject().Field("jsonrpc", "2.0").Field("method", method).Key("params").BeginObject();
  }

  static std::string Shown(const diag::Diagnostic& diagnostic) {
    JsonWriter json(JsonWriter::JsonLayout::kOneLine);
    // Notes go to the client's log, as does the number of hidden findings, whose hint names options.
    const bool is_cut = diagnostic.kind == diag::Kind::kFindingsCut;
    const bool is_logged = is_cut || diagnostic.severity == diag::Severity::kNote;
    Begin(is_logged ? "window/logMessage" : "window/showMessage", json);
    json.Field("type", is_logged ? kInformation : SeverityOf(diagnostic.severity));
    json.Field("message", "kval: " + (is_cut ? diagnostic.message : MessageOf(diagnostic)));
    json.EndObject().EndObject();
    return json.Take();
  }

  std::string Published(const std::string& uri, const std::vector<const diag::Diagnostic*>& of_file) const {
    JsonWriter json(JsonWriter::JsonLayout::kOneLine);
    Begin("textDocument/publishDiagnostics", json);
    json.Field("uri", uri).Key("diagnostics").BeginArray();
    for (const diag::Diagnostic* diagnostic : of_file) {
      WriteDiagnostic(*diagnostic, json);
    }
    json.EndArray().EndObject().EndObject();
    return json.Take();
  }

  void WriteDiagnostic(const diag::Diagnostic& diagnostic, JsonWriter& json) const {
    json.BeginObject();
    const source::Span at = GetPrimaryLabel(findings_, diagnostic)->span;
    WriteRange(PlaceOf(findings_.sources, EditorSpan(findings_.sources.FileOf(at), at)), json);
    json.Field("severity", SeverityOf(diagnostic.severity)).Field("code", diag::CodeOf(diagnostic.kind));
    if (const std::string url = RuleUrl(diagnostic.kind, options_); !url.empty()) {
      json.Key("codeDescription").BeginObject().Field("href", url).EndObject();
    }
    json.Field("source", "kval").Field("message", MessageOf(diagnostic));
    if (diagnostic.kind == diag::Kind::kDeprecated) {
      json.Key("tags").BeginArray().Number(kDeprecated).EndArray();
    }
    WriteRelated(diagnostic, json);
    if (IsFixable(findings_, diagnostic)) {
      WriteRepair(diagnostic.fix, json);
    }
    json.EndObject();
  }

  void WriteRelated(const diag::Diagnostic& diagnostic, JsonWriter& json) const {
    json.Key("relatedInformation").BeginArray();
    for (size_t i = 1; i < diagnostic.labels.size(); ++i) {
      const diag::Label& label = diagnostic.labels[i];
      if (!findings_.sources.Contains(label.span) || !IsFileName(NameOf(label.span))) {
        continue;
      }
      const SourceLocation place = PlaceOf(findings_.sources, label.span);
      json.BeginObject()
          .Key("location")
          .BeginObject()
          .Field("uri", AbsoluteUri(place.file, options_.directory));
      WriteRange(place, json);
      json.EndObject().Field("message", label.text.empty() ? "here" : label.text).EndObject();
    }
    json.EndArray();
  }

  // Returned by the client when it requests the fixes of a finding.
  void WriteRepair(const diag::Fix& fix, JsonWriter& json) const {
    json.Key("data").BeginObject().Field("title", fix.title);
    json.Field("uri", AbsoluteUri(NameOf(fix.edits.front().span), options_.directory))
        .Key("edits")
        .BeginArray();
    for (const diag::Edit& edit : fix.edits) {
      json.BeginObject();
      WriteRange(PlaceOf(findings_.sources, edit.span), json);
      json.Field("newText", edit.text).EndObject();
    }
    json.EndArray().EndObject();
  }

  const Findings& findings_;
  const RenderOptions& options_;
};

}  // namespace

void WriteLsp(const Findings& findings, const RenderOptions& options, std::string* out) {
  *out += Writer(findings, options).Write();
}

}  // namespace kval::report
