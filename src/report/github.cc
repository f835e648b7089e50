#include <string>

#include "src/report/command_text.h"
#include "src/report/file_name.h"
#include "src/report/source_location.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

// The escapes of actions/toolkit, packages/core/src/command.ts; properties escape `:` and `,` too.
constexpr CommandEscape kMessage[] = {{'%', "%25"}, {'\n', "%0A"}};
constexpr CommandEscape kProperty[] = {{'%', "%25"}, {'\n', "%0A"}, {':', "%3A"}, {',', "%2C"}};

std::string_view CommandOf(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kNote:
      return "notice";
    case diag::Severity::kWarning:
      return "warning";
    case diag::Severity::kError:
      return "error";
  }
  return "error";
}

// GitHub ignores the columns of a range over several lines and then misplaces the annotation.
std::string LocationOf(const SourceLocation& place, const RenderOptions& options) {
  std::string out = ",file=" + EscapeCommand(RelativeName(place.file, options), kProperty);
  const bool ends_at_break = place.end.column == 1 && place.end.line > place.begin.line;
  const uint32_t last_line = place.end.line - (ends_at_break ? 1 : 0);
  out += ",line=" + std::to_string(place.begin.line) + ",endLine=" + std::to_string(last_line);
  if (place.begin.line == place.end.line) {
    out += ",col=" + std::to_string(place.begin.column) + ",endColumn=" + std::to_string(place.end.column);
  }
  return out;
}

}  // namespace

void WriteGithub(const Findings& findings, const RenderOptions& options, std::string* out) {
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    *out += "::" + std::string(CommandOf(diagnostic.severity));
    *out += " title=kval (" + diag::CodeOf(diagnostic.kind) + ")";
    std::string prefix;
    if (const diag::Label* primary = GetPrimaryLabel(findings, diagnostic)) {
      const SourceLocation place = PlaceOf(findings.sources, primary->span);
      *out += IsFileName(place.file) ? LocationOf(place, options) : std::string();
      prefix = RelativeName(place.file, options) + ":" + std::to_string(place.begin.line) + ":" +
               std::to_string(place.begin.column) + ": ";
    }
    const std::string help = diagnostic.hint.empty() ? "" : "\nhelp: " + diagnostic.hint;
    *out += "::" + EscapeCommand(prefix + Headline(diagnostic) + help, kMessage) + "\n";
  }
}

}  // namespace kval::report
