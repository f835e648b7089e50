#include <map>
#include <string>
#include <vector>

#include "src/report/source_location.h"
#include "src/report/text.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

std::string Xml(std::string_view text) {
  std::string out;
  for (const char c : EscapeLines(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

struct Case {
  const diag::Diagnostic* diagnostic;
  Position at;
};

struct Suite {
  std::string file;
  std::vector<Case> cases;
  size_t failures = 0;
};

std::vector<Suite> SuitesOf(const Findings& findings, const RenderOptions& options) {
  std::vector<Suite> suites;
  std::map<std::string, size_t> index;
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    if (diagnostic.kind == diag::Kind::kFindingsCut) {
      continue;
    }
    SourceLocation place{"kval", {}, {}};
    if (const diag::Label* primary = GetPrimaryLabel(findings, diagnostic)) {
      place = PlaceOf(findings.sources, primary->span);
    }
    const std::string file = RelativeName(place.file, options);
    const auto [found, is_new] = index.emplace(file, suites.size());
    if (is_new) {
      suites.push_back({file, {}, 0});
    }
    Suite& suite = suites[found->second];
    suite.cases.push_back({&diagnostic, place.begin});
    suite.failures += diagnostic.severity == diag::Severity::kError ? 1 : 0;
  }
  return suites;
}

// Conforms to the Jenkins xunit plugin's junit-10.xsd, which has no location: it is part of the text.
// Warnings and notes are passing cases with a message.
void WriteCase(const Suite& suite, const Case& test, std::string* out) {
  const diag::Diagnostic& diagnostic = *test.diagnostic;
  const std::string code = diag::CodeOf(diagnostic.kind);
  const std::string path = diag::Display(diagnostic.path);
  const std::string where =
      suite.file + ":" + std::to_string(test.at.line) + ":" + std::to_string(test.at.column);
  *out += "    <testcase name=\"" + Xml(code + (path.empty() ? "" : " " + path)) + "\" classname=\"" +
          Xml(suite.file) + "\"";
  *out += ">\n";
  std::string text = (test.at.line > 0 ? where + ": " : "") + Headline(diagnostic);
  text += diagnostic.hint.empty() ? "" : "\nhelp: " + diagnostic.hint;
  if (diagnostic.severity == diag::Severity::kError) {
    *out += "      <failure type=\"" + code + "\" message=\"" + Xml(Headline(diagnostic)) + "\">" +
            Xml(text) + "</failure>\n";
  } else {
    *out += "      <system-out>" + std::string(diag::SeverityName(diagnostic.severity)) + ": " + Xml(text) +
            "</system-out>\n";
  }
  *out += "    </testcase>\n";
}

// Writes a separate suite for omitted findings, because no file is responsible for them. The suite fails if
// no other test fails and an omitted finding is an error.
void WriteCut(const diag::Diagnostic& notice, std::string* out) {
  const bool fails = notice.severity == diag::Severity::kError;
  *out += "  <testsuite name=\"kval\" tests=\"1\" failures=\"" + std::string(fails ? "1" : "0") +
          "\" errors=\"0\">\n    <testcase name=\"" + diag::CodeOf(notice.kind) + "\" classname=\"kval\"";
  *out += fails ? ">\n      <failure type=\"" + diag::CodeOf(notice.kind) + "\" message=\"" +
                      Xml(notice.message) + "\"></failure>\n    </testcase>\n"
                : "/>\n";
  *out += "    <system-err>" + diag::CodeOf(notice.kind) + ": " +
          Xml(notice.message + "\nhelp: " + notice.hint) + "</system-err>\n  </testsuite>\n";
}

void WriteCounts(size_t tests, size_t failures, std::string* out) {
  *out +=
      " tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) + "\" errors=\"0\"";
}

}  // namespace

void WriteJunit(const Findings& findings, const RenderOptions& options, std::string* out) {
  const std::vector<Suite> suites = SuitesOf(findings, options);
  const bool is_cut = options.hidden.sum() > 0;
  size_t failures = is_cut && findings.diagnostics.back().severity == diag::Severity::kError ? 1 : 0;
  size_t cases = is_cut ? 1 : 0;
  for (const Suite& suite : suites) {
    failures += suite.failures;
    cases += suite.cases.size();
  }
  *out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kval\"";
  WriteCounts(cases == 0 ? 1 : cases, failures, out);
  *out += ">\n";
  if (cases == 0) {
    *out += "  <testsuite name=\"kval\" tests=\"1\" failures=\"0\" errors=\"0\">\n";
    *out += "    <testcase name=\"no findings\" classname=\"kval\"/>\n  </testsuite>\n";
  }
  for (const Suite& suite : suites) {
    *out += "  <testsuite name=\"" + Xml(suite.file) + "\"";
    WriteCounts(suite.cases.size(), suite.failures, out);
    *out += ">\n";
    for (const Case& test : suite.cases) {
      WriteCase(suite, test, out);
    }
    *out += "  </testsuite>\n";
  }
  if (is_cut) {
    WriteCut(findings.diagnostics.back(), out);
  }
  *out += "</testsuites>\n";
}

}  // namespace kval::report
