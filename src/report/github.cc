#include <string>

#include "src/report/place.h"
#include "src/report/text.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

// The escapes of actions/toolkit, packages/core/src/command.ts; properties escape `:` and `,` too.
std::string EscapeCommand(std::string_view text, bool property) {
  std::string out;
  for (const char c : EscapeLines(text)) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\n') {
      out += "%0A";
    } else if (property && c == ':') {
      out += "%3A";
    } else if (property && c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

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
std::string LocationOf(const Place& place, const Options& options) {
  std::string out = ",file=" + EscapeCommand(RelativeName(place.file, options), true);
  const bool ends_at_break = place.end.column == 1 && place.end.line > place.begin.line;
  const uint32_t last_line = place.end.line - (ends_at_break ? 1 : 0);
  out += ",line=" + std::to_string(place.begin.line) + ",endLine=" + std::to_string(last_line);
  if (place.begin.line == place.end.line) {
    out += ",col=" + std::to_string(place.begin.column) + ",endColumn=" + std::to_string(place.end.column);
  }
  return out;
}

}  // namespace

void WriteGithub(const Findings& findings, const Options& options, std::string* out) {
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    *out += "::" + std::string(CommandOf(diagnostic.severity));
    *out += " title=kval (" + diag::CodeOf(diagnostic.kind) + ")";
    std::string prefix;
    if (const diag::Label* primary = PrimaryOf(findings, diagnostic)) {
      const Place place = PlaceOf(findings.sources, primary->span);
      *out += LocationOf(place, options);
      prefix = RelativeName(place.file, options) + ":" + std::to_string(place.begin.line) + ":" +
               std::to_string(place.begin.column) + ": ";
    }
    const std::string help = diagnostic.hint.empty() ? "" : "\nhelp: " + diagnostic.hint;
    *out += "::" + EscapeCommand(prefix + Headline(diagnostic) + help, false) + "\n";
  }
}

}  // namespace kval::report
