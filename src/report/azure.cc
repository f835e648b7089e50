#include <string>

#include "src/report/command_text.h"
#include "src/report/place.h"
#include "src/report/text.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

// microsoft/azure-pipelines-agent, docs/preview/outputvariables.md and CommandStringConvertor.
constexpr CommandEscape kMessage[] = {{'%', "%AZP25"}, {'\n', "%0A"}};
constexpr CommandEscape kProperty[] = {{'%', "%AZP25"}, {'\n', "%0A"}, {';', "%3B"}, {']', "%5D"}};

}  // namespace

void WriteAzure(const Findings& findings, const Options& options, std::string* out) {
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    const bool is_error = diagnostic.severity == diag::Severity::kError;
    *out += is_error ? "##vso[task.logissue type=error;" : "##vso[task.logissue type=warning;";
    if (const diag::Label* primary = PrimaryOf(findings, diagnostic)) {
      const Place place = PlaceOf(findings.sources, primary->span);
      *out += "sourcepath=" + EscapeCommand(RelativeName(place.file, options), kProperty);
      *out += ";linenumber=" + std::to_string(place.begin.line);
      *out += ";columnnumber=" + std::to_string(place.begin.column) + ";";
    }
    *out +=
        "code=" + diag::CodeOf(diagnostic.kind) + ";]" + EscapeCommand(Headline(diagnostic), kMessage) + "\n";
  }
}

}  // namespace kval::report
