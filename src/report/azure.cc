#include <string>

#include "src/report/command_text.h"
#include "src/report/file_name.h"
#include "src/report/source_location.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

// microsoft/azure-pipelines-agent, docs/preview/outputvariables.md and CommandStringConvertor.
constexpr CommandEscape kMessage[] = {{'%', "%AZP25"}, {'\n', "%0A"}};
constexpr CommandEscape kProperty[] = {{'%', "%AZP25"}, {'\n', "%0A"}, {';', "%3B"}, {']', "%5D"}};

}  // namespace

void WriteAzure(const Findings& findings, const RenderOptions& options, std::string* out) {
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    const bool is_error = diagnostic.severity == diag::Severity::kError;
    *out += is_error ? "##vso[task.logissue type=error;" : "##vso[task.logissue type=warning;";
    std::string headline = Headline(diagnostic);
    if (const diag::Label* primary = GetPrimaryLabel(findings, diagnostic)) {
      const SourceLocation place = PlaceOf(findings.sources, primary->span);
      if (IsFileName(place.file)) {
        *out += "sourcepath=" + EscapeCommand(RelativeName(place.file, options), kProperty);
        *out += ";linenumber=" + std::to_string(place.begin.line);
        *out += ";columnnumber=" + std::to_string(place.begin.column) + ";";
      } else {
        headline.insert(0, Display(place) + ": ");
      }
    }
    *out += "code=" + diag::CodeOf(diagnostic.kind) + ";]" + EscapeCommand(headline, kMessage) + "\n";
  }
}

}  // namespace kval::report
