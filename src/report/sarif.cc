#include <algorithm>
#include <string>
#include <vector>

#include "src/report/fingerprint.h"
#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/report/uri.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

std::string_view LevelOf(diag::Severity severity) {
  return diag::SeverityName(severity);
}

// GitHub's word for the severity of a rule.
std::string_view ProblemSeverity(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kNote:
      return "recommendation";
    case diag::Severity::kWarning:
      return "warning";
    case diag::Severity::kError:
      return "error";
  }
  return "error";
}

// `type-mismatch` as `TypeMismatch`.
std::string PascalCase(std::string_view name) {
  std::string out;
  bool upper = true;
  for (const char c : name) {
    if (c == '-') {
      upper = true;
      continue;
    }
    out += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return out;
}

std::vector<diag::Kind> KindsOf(const Findings& findings) {
  std::vector<diag::Kind> kinds;
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    if (GetPrimaryLabel(findings, diagnostic) != nullptr) {
      kinds.push_back(diagnostic.kind);
    }
  }
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  return kinds;
}

void WriteText(std::string_view name, std::string_view text, JsonWriter& json) {
  json.Key(name).BeginObject();
  json.Field("text", text);
  json.EndObject();
}

// GitHub shows the Markdown next to a finding; the text is for other consumers (SARIF 3.49.13).
void WriteHelp(diag::Kind kind, const RenderOptions& options, JsonWriter& json) {
  if (options.rule_page == nullptr) {
    return;
  }
  const std::string code = diag::CodeOf(kind);
  json.Key("help").BeginObject();
  json.Field("text", "`kval explain " + code + "` shows an example and the fix");
  json.Field("markdown", options.rule_page(kind));
  json.EndObject();
}

void WriteRule(diag::Kind kind, const RenderOptions& options, JsonWriter& json) {
  const diag::KindEntry& entry = diag::EntryOf(kind);
  json.BeginObject().Field("id", diag::CodeOf(kind)).Field("name", PascalCase(entry.name));
  WriteText("shortDescription", entry.summary, json);
  WriteText("fullDescription", entry.summary, json);
  json.OptionalField("helpUri", RuleUrl(kind, options));
  WriteHelp(kind, options, json);
  json.Key("defaultConfiguration").BeginObject();
  json.Field("level", LevelOf(entry.severity));
  json.EndObject();
  json.Key("properties").BeginObject();
  json.Key("tags").BeginArray().String("configuration").String(entry.name).EndArray();
  json.Field("problem.severity", ProblemSeverity(entry.severity)).Field("precision", "very-high");
  json.EndObject();
  json.EndObject();
}

void WriteArtifact(const SourceLocation& place, const RenderOptions& options, JsonWriter& json) {
  const std::string name = RelativeName(place.file, options);
  json.Key("artifactLocation").BeginObject();
  json.Field("uri", UriOf(name));
  if (!name.starts_with('/')) {
    json.Field("uriBaseId", "%SRCROOT%");
  }
  json.EndObject();
}

void WriteRegion(const SourceLocation& place, JsonWriter& json) {
  json.BeginObject();
  json.Field("startLine", place.begin.line).Field("startColumn", place.begin.column);
  json.Field("endLine", place.end.line).Field("endColumn", place.end.column);
  json.Field("byteOffset", place.begin.byte).Field("byteLength", place.end.byte - place.begin.byte);
  json.EndObject();
}

void WritePhysicalLocation(const Findings& findings, const diag::Label& label, const RenderOptions& options,
                           JsonWriter& json) {
  const SourceLocation place = PlaceOf(findings.sources, label.span);
  json.Key("physicalLocation").BeginObject();
  WriteArtifact(place, options, json);
  json.Key("region");
  WriteRegion(place, json);
  json.EndObject();
}

void WriteLocations(const Findings& findings, const diag::Diagnostic& diagnostic,
                    const RenderOptions& options, JsonWriter& json) {
  const std::string path = diag::Display(diagnostic.path);
  json.Key("locations").BeginArray().BeginObject();
  WritePhysicalLocation(findings, *GetPrimaryLabel(findings, diagnostic), options, json);
  if (!path.empty()) {
    json.Key("logicalLocations").BeginArray().BeginObject();
    json.Field("fullyQualifiedName", path).Field("kind", "member");
    json.EndObject().EndArray();
  }
  json.EndObject().EndArray();
}

void WriteRelatedLocations(const Findings& findings, const diag::Diagnostic& diagnostic,
                           const RenderOptions& options, JsonWriter& json) {
  json.Key("relatedLocations").BeginArray();
  for (size_t i = 1; i < diagnostic.labels.size(); ++i) {
    const diag::Label& label = diagnostic.labels[i];
    if (!findings.sources.Contains(label.span)) {
      continue;
    }
    json.BeginObject().Field("id", i);
    WritePhysicalLocation(findings, label, options, json);
    if (!label.text.empty()) {
      WriteText("message", label.text, json);
    }
    json.EndObject();
  }
  json.EndArray();
}

// SARIF 3.55: a deletion is a region of the file, an insertion is text.
void WriteFix(const Findings& findings, const diag::Fix& fix, const RenderOptions& options,
              JsonWriter& json) {
  json.Key("fixes").BeginArray().BeginObject();
  WriteText("description", fix.title, json);
  json.Key("artifactChanges").BeginArray().BeginObject();
  WriteArtifact(PlaceOf(findings.sources, fix.edits.front().span), options, json);
  json.Key("replacements").BeginArray();
  for (const diag::Edit& edit : fix.edits) {
    json.BeginObject().Key("deletedRegion");
    WriteRegion(PlaceOf(findings.sources, edit.span), json);
    WriteText("insertedContent", edit.text, json);
    json.EndObject();
  }
  json.EndArray().EndObject().EndArray().EndObject().EndArray();
}

void WriteResult(const Findings& findings, const diag::Diagnostic& diagnostic, size_t rule_index,
                 const std::string& fingerprint, const RenderOptions& options, JsonWriter& json) {
  json.BeginObject().Field("ruleId", diag::CodeOf(diagnostic.kind)).Field("ruleIndex", rule_index);
  json.Field("level", LevelOf(diagnostic.severity));
  const std::string help = diagnostic.hint.empty() ? "" : "\nhelp: " + diagnostic.hint;
  WriteText("message", Headline(diagnostic) + help, json);
  WriteLocations(findings, diagnostic, options, json);
  WriteRelatedLocations(findings, diagnostic, options, json);
  json.Key("partialFingerprints").BeginObject();
  json.Field("primaryLocationLineHash", fingerprint.substr(0, 16) + ":1").Field("kval/v1", fingerprint);
  json.EndObject();
  if (IsFixable(findings, diagnostic)) {
    WriteFix(findings, diagnostic.fix, options, json);
  }
  json.EndObject();
}

// Code scanning refuses results without a place: what concerns no file is a notification of the run.
void WriteInvocation(const Findings& findings, JsonWriter& json) {
  json.Key("invocations").BeginArray().BeginObject();
  json.Key("executionSuccessful").Bool(true);
  json.Key("toolExecutionNotifications").BeginArray();
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    if (GetPrimaryLabel(findings, diagnostic) == nullptr) {
      json.BeginObject()
          .Key("descriptor")
          .BeginObject()
          .Field("id", diag::CodeOf(diagnostic.kind))
          .EndObject();
      json.Field("level", LevelOf(diagnostic.severity));
      WriteText("message", Headline(diagnostic), json);
      json.EndObject();
    }
  }
  json.EndArray().EndObject().EndArray();
}

void WriteDriver(const std::vector<diag::Kind>& kinds, const RenderOptions& options, JsonWriter& json) {
  json.Key("tool").BeginObject().Key("driver").BeginObject();
  json.Field("name", "kval").OptionalField("informationUri", options.rules_url);
  json.OptionalField("semanticVersion", options.tool_version);
  json.Key("rules").BeginArray();
  for (const diag::Kind kind : kinds) {
    WriteRule(kind, options, json);
  }
  json.EndArray().EndObject().EndObject();
}

void WriteBases(const RenderOptions& options, JsonWriter& json) {
  json.Key("originalUriBaseIds").BeginObject().Key("%SRCROOT%").BeginObject();
  if (options.root.starts_with('/')) {
    json.Field("uri", UriOf(options.root.ends_with('/') ? options.root : options.root + "/"));
  } else {
    WriteText("description", "the directory that kval was run in", json);
  }
  json.EndObject().EndObject();
}

}  // namespace

void WriteSarif(const Findings& findings, const RenderOptions& options, std::string* out) {
  const std::vector<diag::Kind> kinds = KindsOf(findings);
  const std::vector<std::string> fingerprints = Fingerprints(findings, options);
  JsonWriter json(JsonWriter::JsonLayout::kIndented);
  json.BeginObject().Field("$schema", kSchema).Field("version", "2.1.0");
  json.Key("runs").BeginArray().BeginObject();
  WriteDriver(kinds, options, json);
  json.Field("columnKind", "unicodeCodePoints");
  WriteBases(options, json);
  WriteInvocation(findings, json);
  json.Key("results").BeginArray();
  for (size_t i = 0; i < findings.diagnostics.size(); ++i) {
    const diag::Diagnostic& diagnostic = findings.diagnostics[i];
    if (GetPrimaryLabel(findings, diagnostic) == nullptr) {
      continue;
    }
    const auto rule = std::lower_bound(kinds.begin(), kinds.end(), diagnostic.kind);
    WriteResult(findings, diagnostic, static_cast<size_t>(rule - kinds.begin()), fingerprints[i], options,
                json);
  }
  json.EndArray().EndObject().EndArray().EndObject();
  *out += json.Take();
}

}  // namespace kval::report
