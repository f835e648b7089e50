#include <string>

#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/report/writers.h"

// reviewdog's proto/rdf/reviewdog.proto: columns count UTF-8 bytes, ends are exclusive.
namespace kval::report {
namespace {

std::string_view SeverityOf(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kNote:
      return "INFO";
    case diag::Severity::kWarning:
      return "WARNING";
    case diag::Severity::kError:
      return "ERROR";
  }
  return "ERROR";
}

void WriteEnd(std::string_view name, const Position& position, JsonWriter& json) {
  json.Key(name).BeginObject();
  json.Field("line", position.line).Field("column", position.utf8_column);
  json.EndObject();
}

void WriteRange(const SourceLocation& place, JsonWriter& json) {
  json.Key("range").BeginObject();
  WriteEnd("start", place.begin, json);
  WriteEnd("end", place.end, json);
  json.EndObject();
}

void WriteLocation(const Findings& findings, const diag::Label& label, const RenderOptions& options,
                   JsonWriter& json) {
  const SourceLocation place = PlaceOf(findings.sources, label.span);
  json.Key("location").BeginObject().Field("path", RelativeName(place.file, options));
  WriteRange(place, json);
  json.EndObject();
}

// Each replaces a range of the file that the finding is in.
void WriteSuggestions(const Findings& findings, const diag::Fix& fix, JsonWriter& json) {
  json.Key("suggestions").BeginArray();
  for (const diag::Edit& edit : fix.edits) {
    json.BeginObject();
    WriteRange(PlaceOf(findings.sources, edit.span), json);
    json.Field("text", edit.text).EndObject();
  }
  json.EndArray();
}

void WriteRelated(const Findings& findings, const diag::Diagnostic& diagnostic, const RenderOptions& options,
                  JsonWriter& json) {
  json.Key("related_locations").BeginArray();
  for (size_t i = 1; i < diagnostic.labels.size(); ++i) {
    if (findings.sources.Contains(diagnostic.labels[i].span)) {
      json.BeginObject().OptionalField("message", diagnostic.labels[i].text);
      WriteLocation(findings, diagnostic.labels[i], options, json);
      json.EndObject();
    }
  }
  json.EndArray();
}

}  // namespace

void WriteRdjson(const Findings& findings, const RenderOptions& options, std::string* out) {
  JsonWriter json(JsonWriter::JsonLayout::kIndented);
  json.BeginObject().Key("source").BeginObject().Field("name", "kval");
  json.OptionalField("url", options.rules_url).EndObject();
  json.Key("diagnostics").BeginArray();
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    const std::string help = diagnostic.hint.empty() ? "" : "\nhelp: " + diagnostic.hint;
    json.BeginObject().Field("message", Headline(diagnostic) + help);
    if (const diag::Label* primary = GetPrimaryLabel(findings, diagnostic)) {
      WriteLocation(findings, *primary, options, json);
    } else {
      // Its schema requires a file: the same as for GitLab.
      json.Key("location").BeginObject().Field("path", kNoFile).EndObject();
    }
    json.Field("severity", SeverityOf(diagnostic.severity));
    json.Key("code").BeginObject().Field("value", diag::CodeOf(diagnostic.kind));
    json.OptionalField("url", RuleUrl(diagnostic.kind, options)).EndObject();
    if (IsFixable(findings, diagnostic)) {
      WriteSuggestions(findings, diagnostic.fix, json);
    }
    WriteRelated(findings, diagnostic, options, json);
    json.EndObject();
  }
  json.EndArray().EndObject();
  *out += json.Take();
}

}  // namespace kval::report
