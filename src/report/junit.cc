#include <map>
#include <string>
#include <vector>

#include "src/report/place.h"
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

std::vector<Suite> SuitesOf(const Findings& findings, const Options& options) {
  std::vector<Suite> suites;
  std::map<std::string, size_t> index;
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    Place place{"kval", {}, {}};
    if (const diag::Label* primary = PrimaryOf(findings, diagnostic)) {
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

// Warnings and notes are cases that pass and say something: JUnit has no word for them.
void WriteCase(const Suite& suite, const Case& test, std::string* out) {
  const diag::Diagnostic& diagnostic = *test.diagnostic;
  const std::string code = diag::CodeOf(diagnostic.kind);
  const std::string path = diag::Display(diagnostic.path);
  const std::string where =
      suite.file + ":" + std::to_string(test.at.line) + ":" + std::to_string(test.at.column);
  *out += "    <testcase name=\"" + Xml(code + (path.empty() ? "" : " " + path)) + "\" classname=\"" +
          Xml(suite.file) + "\"";
  if (test.at.line > 0) {
    *out += " file=\"" + Xml(suite.file) + "\" line=\"" + std::to_string(test.at.line) + "\"";
  }
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

void WriteCounts(size_t tests, size_t failures, std::string* out) {
  *out +=
      " tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) + "\" errors=\"0\"";
}

}  // namespace

void WriteJunit(const Findings& findings, const Options& options, std::string* out) {
  const std::vector<Suite> suites = SuitesOf(findings, options);
  size_t failures = 0;
  for (const Suite& suite : suites) {
    failures += suite.failures;
  }
  *out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kval\"";
  WriteCounts(suites.empty() ? 1 : findings.diagnostics.size(), failures, out);
  *out += ">\n";
  if (suites.empty()) {
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
  *out += "</testsuites>\n";
}

}  // namespace kval::report
