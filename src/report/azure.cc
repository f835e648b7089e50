#include <string>

#include "src/report/place.h"
#include "src/report/text.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

// microsoft/azure-pipelines-agent, docs/preview/outputvariables.md and CommandStringConvertor.
std::string EscapeCommand(std::string_view text, bool property) {
  std::string out;
  for (const char c : EscapeLines(text)) {
    if (c == '%') {
      out += "%AZP25";
    } else if (c == '\n') {
      out += "%0A";
    } else if (property && c == ';') {
      out += "%3B";
    } else if (property && c == ']') {
      out += "%5D";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

void WriteAzure(const Findings& findings, const Options& options, std::string* out) {
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    const bool is_error = diagnostic.severity == diag::Severity::kError;
    *out += is_error ? "##vso[task.logissue type=error;" : "##vso[task.logissue type=warning;";
    if (const diag::Label* primary = PrimaryOf(findings, diagnostic)) {
      const Place place = PlaceOf(findings.sources, primary->span);
      *out += "sourcepath=" + EscapeCommand(RelativeName(place.file, options), true);
      *out += ";linenumber=" + std::to_string(place.begin.line);
      *out += ";columnnumber=" + std::to_string(place.begin.column) + ";";
    }
    *out +=
        "code=" + diag::CodeOf(diagnostic.kind) + ";]" + EscapeCommand(Headline(diagnostic), false) + "\n";
  }
}

}  // namespace kval::report
