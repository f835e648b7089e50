#include <string>
#include <vector>

#include "src/report/fingerprint.h"
#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

std::string_view SeverityOf(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kNote:
      return "info";
    case diag::Severity::kWarning:
      return "minor";
    case diag::Severity::kError:
      return "major";
  }
  return "major";
}

void WriteEnd(std::string_view name, const Position& position, JsonWriter& json) {
  json.Key(name).BeginObject();
  json.Field("line", position.line).Field("column", position.column);
  json.EndObject();
}

}  // namespace

void WriteGitlab(const Findings& findings, const RenderOptions& options, std::string* out) {
  const std::vector<std::string> fingerprints = Fingerprints(findings, options);
  JsonWriter json(JsonWriter::JsonLayout::kIndented);
  json.BeginArray();
  for (size_t i = 0; i < findings.diagnostics.size(); ++i) {
    const diag::Diagnostic& diagnostic = findings.diagnostics[i];
    const std::string code = diag::CodeOf(diagnostic.kind);
    json.BeginObject().Field("check_name", code);
    json.Field("description", code + ": " + Headline(diagnostic));
    json.Field("severity", SeverityOf(diagnostic.severity)).Field("fingerprint", fingerprints[i]);
    // GitLab drops entries without a location.
    SourceLocation place{std::string(kNoFile), {1, 1, 1, 1, 0}, {1, 1, 1, 1, 0}};
    if (const diag::Label* primary = GetPrimaryLabel(findings, diagnostic)) {
      place = PlaceOf(findings.sources, primary->span);
    }
    json.Key("location").BeginObject().Field("path", RelativeName(place.file, options));
    json.Key("positions").BeginObject();
    WriteEnd("begin", place.begin, json);
    WriteEnd("end", place.end, json);
    json.EndObject().EndObject().EndObject();
  }
  json.EndArray();
  *out += json.Take();
}

}  // namespace kval::report
