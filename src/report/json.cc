#include <algorithm>
#include <string>
#include <vector>

#include "src/diag/resource_rule.h"
#include "src/report/fingerprint.h"
#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

std::string_view RoleName(diag::LabelRole role) {
  switch (role) {
    case diag::LabelRole::kPrimary:
      return "primary";
    case diag::LabelRole::kSchema:
      return "schema";
    case diag::LabelRole::kRelated:
      return "related";
    case diag::LabelRole::kOrigin:
      return "origin";
    case diag::LabelRole::kCall:
      return "call";
    case diag::LabelRole::kRendered:
      return "rendered";
  }
  return "related";
}

void WritePosition(const Position& position, JsonWriter& json) {
  json.BeginObject();
  json.Field("line", position.line).Field("column", position.column);
  json.Field("byte", position.byte).Field("utf16", position.utf16_column);
  json.EndObject();
}

// The members of a place; the object around them is the caller's.
void WritePlace(const source::SourceMap& sources, const diag::Label& label, JsonWriter& json) {
  const SourceLocation place = PlaceOf(sources, label.span);
  json.Field("file", place.file);
  json.Key("start");
  WritePosition(place.begin, json);
  json.Key("end");
  WritePosition(place.end, json);
  json.OptionalField("label", label.text);
}

void WritePath(const diag::Diagnostic& diagnostic, JsonWriter& json) {
  json.Key("path").BeginArray();
  for (const diag::PathStep& step : diagnostic.path) {
    if (step.index >= 0) {
      json.Number(static_cast<uint64_t>(step.index));
    } else {
      json.String(step.key);
    }
  }
  json.EndArray();
  json.Field("pointer", diag::JsonPointer(diagnostic.path));
}

// What is reported, without its place in the text.
void WriteRule(const diag::Diagnostic& diagnostic, JsonWriter& json) {
  json.Field("code", diag::CodeOf(diag::GroupOf(diagnostic.kind)));
  if (diag::IsResourceRule(diagnostic.kind)) {
    json.Field("rule", diag::CodeOf(diagnostic.kind));
  }
  json.Field("name", diag::EntryOf(diagnostic.kind).name);
  json.Field("severity", diag::SeverityName(diagnostic.severity));
  json.Field("category", diag::CategoryOf(diagnostic.kind).name);
  json.Field("message", diagnostic.message);
  if (diagnostic.has_path) {
    WritePath(diagnostic, json);
  }
}

void WriteRelated(const Findings& findings, const diag::Diagnostic& diagnostic, JsonWriter& json) {
  json.Key("related").BeginArray();
  uint64_t order = 0;
  for (size_t i = 1; i < diagnostic.labels.size(); ++i) {
    const diag::Label& label = diagnostic.labels[i];
    if (!findings.sources.Contains(label.span)) {
      continue;
    }
    json.BeginObject();
    json.Field("role", RoleName(label.role));
    if (label.role == diag::LabelRole::kOrigin) {
      json.Field("order", ++order);
    }
    WritePlace(findings.sources, label, json);
    json.EndObject();
  }
  for (const diag::Diagnostic& superseded : diagnostic.superseded) {
    json.BeginObject().Field("role", "superseded");
    WriteRule(superseded, json);
    if (const diag::Label* primary = GetPrimaryLabel(findings, superseded)) {
      WritePlace(findings.sources, *primary, json);
    }
    json.EndObject();
  }
  json.EndArray();
}

// Whether found and expected are types; for other kinds they are keys and the like.
bool IsAboutTypes(diag::Kind kind) {
  switch (kind) {
    case diag::Kind::kTypeMismatch:
    case diag::Kind::kMissingRequired:
    case diag::Kind::kNullNotAllowed:
    case diag::Kind::kNoUnionMember:
    case diag::Kind::kBadDefault:
    case diag::Kind::kBadMerge:
      return true;
    default:
      return false;
  }
}

void WriteFact(std::string_view name, std::string_view text, diag::Kind kind, JsonWriter& json) {
  if (!text.empty()) {
    json.Key(name).BeginObject();
    json.Field(IsAboutTypes(kind) ? "type" : "text", text);
    json.EndObject();
  }
}

// Byte offsets are those of the file as it is on disk.
void WriteFix(const Findings& findings, const diag::Fix& fix, JsonWriter& json) {
  json.Key("fixes").BeginArray().BeginObject();
  json.Field("title", fix.title).Field("applicability", "safe");
  json.Key("edits").BeginArray();
  for (const diag::Edit& edit : fix.edits) {
    const SourceLocation place = PlaceOf(findings.sources, edit.span);
    json.BeginObject().Field("file", place.file);
    json.Field("start", place.begin.byte).Field("end", place.end.byte);
    json.Field("text", edit.text).EndObject();
  }
  json.EndArray().EndObject().EndArray();
}

void WriteDiagnostic(const Findings& findings, const RenderOptions& options,
                     const diag::Diagnostic& diagnostic, const std::string& fingerprint, JsonWriter& json) {
  json.BeginObject();
  WriteRule(diagnostic, json);
  if (const diag::Label* primary = GetPrimaryLabel(findings, diagnostic)) {
    json.Key("primary").BeginObject();
    WritePlace(findings.sources, *primary, json);
    json.EndObject();
  }
  WriteRelated(findings, diagnostic, json);
  WriteFact("expected", diagnostic.expected, diagnostic.kind, json);
  WriteFact("found", diagnostic.found, diagnostic.kind, json);
  json.Key("notes").BeginArray();
  for (const std::string& note : diagnostic.notes) {
    json.String(note);
  }
  json.EndArray();
  json.OptionalField("help", diagnostic.hint);
  json.OptionalField("url", RuleUrl(diagnostic.kind, options));
  if (IsFixable(findings, diagnostic)) {
    WriteFix(findings, diagnostic.fix, json);
  }
  json.Field("fingerprint", "sha256:" + fingerprint);
  json.EndObject();
}

// Counts all findings, shown or not, without the notice about hidden ones.
void WriteSummary(const Findings& findings, const RenderOptions& options, JsonWriter& json) {
  Counts counts = options.hidden;
  const bool is_cut = options.hidden.sum() > 0;
  counts += CountBySeverity(findings.diagnostics.first(findings.diagnostics.size() - (is_cut ? 1 : 0)));
  json.Key("summary").BeginObject();
  json.Field("files", options.file_count)
      .Field("errors", counts.errors)
      .Field("warnings", counts.warnings)
      .Field("notes", counts.notes);
  const auto fixable = std::count_if(findings.diagnostics.begin(), findings.diagnostics.end(),
                                     [&](const auto& finding) { return IsFixable(findings, finding); });
  if (fixable > 0) {
    json.Field("fixable", static_cast<uint64_t>(fixable));
  }
  json.Key("truncated").Bool(is_cut);
  if (is_cut) {
    json.Field("hidden", options.hidden.sum());
  }
  if (options.ignored > 0) {
    json.Field("ignored", options.ignored);
  }
  json.EndObject();
}

}  // namespace

void WriteJson(const Findings& findings, const RenderOptions& options, std::string* out) {
  JsonWriter json(JsonWriter::JsonLayout::kIndented);
  json.BeginObject().Field("format", "kval/1");
  json.Key("tool").BeginObject();
  json.Field("name", "kval").Field("version", options.tool_version);
  json.EndObject();
  WriteSummary(findings, options, json);
  json.Key("diagnostics").BeginArray();
  const std::vector<std::string> fingerprints = Fingerprints(findings, options);
  for (size_t i = 0; i < findings.diagnostics.size(); ++i) {
    WriteDiagnostic(findings, options, findings.diagnostics[i], fingerprints[i], json);
  }
  json.EndArray().EndObject();
  *out += json.Take();
}

void WriteJsonLines(const Findings& findings, const RenderOptions& options, std::string* out) {
  const std::vector<std::string> fingerprints = Fingerprints(findings, options);
  for (size_t i = 0; i < findings.diagnostics.size(); ++i) {
    JsonWriter json(JsonWriter::JsonLayout::kOneLine);
    WriteDiagnostic(findings, options, findings.diagnostics[i], fingerprints[i], json);
    *out += json.Take();
  }
}

}  // namespace kval::report
