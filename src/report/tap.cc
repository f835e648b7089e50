#include <string>

#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/report/text.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

// A `#` would start a directive.
std::string Description(std::string_view text) {
  std::string out;
  for (const char c : Escape(text)) {
    out += c == '#' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out;
}

// A YAML scalar for any text: a JSON string is one.
std::string Quoted(std::string_view text) {
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.String(text);
  std::string out = json.Take();
  out.pop_back();
  return out;
}

void WriteField(std::string_view name, std::string_view text, std::string* out) {
  if (!text.empty()) {
    *out += "  " + std::string(name) + ": " + Quoted(text) + "\n";
  }
}

}  // namespace

// Warnings and notes are TODO tests, which do not fail a run, as they do not fail kval.
void WriteTap(const Findings& findings, const RenderOptions& options, std::string* out) {
  const size_t count = findings.diagnostics.size();
  *out += "TAP version 14\n1.." + std::to_string(count == 0 ? 1 : count) + "\n";
  if (count == 0) {
    *out += "ok 1 - no findings in " + std::to_string(options.file_count) + " files\n";
  }
  for (size_t i = 0; i < count; ++i) {
    const diag::Diagnostic& diagnostic = findings.diagnostics[i];
    const diag::Label* primary = GetPrimaryLabel(findings, diagnostic);
    const std::string place =
        primary == nullptr ? "" : Display(PlaceOf(findings.sources, primary->span)) + ": ";
    *out += "not ok " + std::to_string(i + 1) + " - " +
            Description(place + diag::CodeOf(diagnostic.kind) + " " + Headline(diagnostic));
    if (diagnostic.severity != diag::Severity::kError) {
      *out += " # TODO " + std::string(diag::SeverityName(diagnostic.severity));
    }
    *out += "\n  ---\n";
    WriteField("severity", diag::SeverityName(diagnostic.severity), out);
    WriteField("message", diagnostic.message, out);
    WriteField("path", diag::Display(diagnostic.path), out);
    WriteField("found", diagnostic.found, out);
    WriteField("expected", diagnostic.expected, out);
    WriteField("help", diagnostic.hint, out);
    *out += "  ...\n";
  }
}

}  // namespace kval::report
