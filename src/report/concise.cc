#include <algorithm>
#include <string>
#include <vector>

#include "src/report/source_location.h"
#include "src/report/style.h"
#include "src/report/text.h"
#include "src/report/writers.h"
#include "src/support/keyed_hash.h"

namespace kval::report {
namespace {

std::string SeverityAndCode(const diag::Diagnostic& diagnostic, const RenderOptions& options) {
  const std::string text =
      std::string(diag::SeverityName(diagnostic.severity)) + "[" + diag::CodeOf(diagnostic.kind) + "]";
  return Paint(options.color, GetTextStyle(diagnostic.severity), text);
}

// The name of the file that a finding is grouped under; empty when it concerns none.
std::string FileOf(const Findings& findings, const diag::Diagnostic& diagnostic) {
  const diag::Label* primary = GetPrimaryLabel(findings, diagnostic);
  return primary == nullptr ? std::string() : findings.sources.FileOf(primary->span).name();
}

struct GroupedLine {
  std::string place;
  std::string severity;  // without colour, for its width
  const diag::Diagnostic* diagnostic;
};

void WriteGroup(const std::string& file, const std::vector<GroupedLine>& lines, const RenderOptions& options,
                std::string* out) {
  size_t place_width = 0;
  size_t severity_width = 0;
  for (const GroupedLine& line : lines) {
    place_width = std::max(place_width, line.place.size());
    severity_width = std::max(severity_width, line.severity.size());
  }
  if (!file.empty()) {
    *out += Paint(options.color, TextStyle::kStrong, EscapeLineStart(file)) + "\n";
  }
  for (const GroupedLine& line : lines) {
    *out += "  " + std::string(place_width - line.place.size(), ' ') + line.place +
            (place_width > 0 ? "  " : "") + SeverityAndCode(*line.diagnostic, options) +
            std::string(severity_width - line.severity.size() + 2, ' ') + Escape(Headline(*line.diagnostic)) +
            "\n";
  }
  *out += '\n';
}

}  // namespace

void WriteConcise(const Findings& findings, const RenderOptions& options, std::string* out) {
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    const diag::Label* primary = GetPrimaryLabel(findings, diagnostic);
    if (primary != nullptr) {
      const std::string place = Display(PlaceOf(findings.sources, primary->span));
      *out += Paint(options.color, TextStyle::kStrong, place + ":") + " ";
    }
    *out += SeverityAndCode(diagnostic, options) + " " + Escape(Headline(diagnostic)) + "\n";
  }
}

void WriteGrouped(const Findings& findings, const RenderOptions& options, std::string* out) {
  std::vector<std::string> files;
  TextMap<std::string, size_t> index_of;
  std::vector<std::vector<GroupedLine>> groups;
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    const std::string file = FileOf(findings, diagnostic);
    const auto [found, is_new] = index_of.emplace(file, files.size());
    if (is_new) {
      files.push_back(file);
      groups.emplace_back();
    }
    GroupedLine line;
    if (const diag::Label* primary = GetPrimaryLabel(findings, diagnostic)) {
      const Position at = PlaceOf(findings.sources, primary->span).begin;
      line.place = std::to_string(at.line) + ":" + std::to_string(at.column);
    }
    line.severity = SeverityAndCode(diagnostic, RenderOptions{});
    line.diagnostic = &diagnostic;
    groups[found->second].push_back(std::move(line));
  }
  for (size_t i = 0; i < files.size(); ++i) {
    WriteGroup(files[i], groups[i], options, out);
  }
}

}  // namespace kval::report
