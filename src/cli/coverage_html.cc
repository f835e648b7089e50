#include "src/cli/coverage_html.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "src/cli/coverage_report.h"

namespace kval::cli {
namespace {

using helm::render::Coverage;

constexpr std::string_view kStyle = R"(
:root {
  color-scheme: light dark;
  --page: #fff; --text: #1f2328; --faint: #656d76; --line: #d0d7de; --panel: #f6f8fa;
  --yes: #2da44e; --yes-row: #e6f6ea; --part: #bf8700; --part-row: #fff6d6; --no: #cf222e; --no-row: #ffebe9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --text: #e6edf3; --faint: #8d96a0; --line: #30363d; --panel: #161b22;
    --yes: #3fb950; --yes-row: #12261b; --part: #d29922; --part-row: #2e2611; --no: #f85149; --no-row: #34171a;
  }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.5rem 4rem; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.6rem }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.15rem }
p { margin: .25rem 0 1.5rem; color: var(--faint) }
a { color: inherit; text-decoration: none }
a:hover, a:focus { text-decoration: underline }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem }
.card { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 8px; background: var(--panel) }
.card b { display: block; font-size: 1.7rem; line-height: 1.3 }
.card span { color: var(--faint) }
.bar { display: block; height: 6px; margin-top: .5rem; border-radius: 3px; background: var(--line);
  overflow: hidden }
.bar i { display: block; height: 100%; background: var(--yes) }
.bar.part i { background: var(--part) }
.bar.no i { background: var(--no) }
table.files { width: 100%; border-collapse: collapse }
.files th { padding: .4rem .75rem; text-align: left; font-weight: 600; color: var(--faint) }
.files td { padding: .4rem .75rem; border-top: 1px solid var(--line) }
.files .bar { width: 8rem; margin: 0 }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
details { margin: .75rem 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden }
summary { padding: .5rem 1rem; background: var(--panel); cursor: pointer }
summary span { float: right; color: var(--faint); font-variant-numeric: tabular-nums }
.source { overflow-x: auto }
.source table { min-width: 100%; border-collapse: collapse }
.source td { padding: 0 .75rem; vertical-align: top; white-space: nowrap; font-size: 13px }
.source pre { margin: 0; tab-size: 2 }
.source .number { width: 1%; color: var(--faint); user-select: none; border-left: 3px solid transparent }
.source .count { width: 1%; text-align: right; color: var(--faint); user-select: none }
.source tr.yes { background: var(--yes-row) }
.source tr.part { background: var(--part-row) }
.source tr.no { background: var(--no-row) }
tr.yes .number { border-color: var(--yes) }
tr.part .number { border-color: var(--part) }
tr.no .number { border-color: var(--no) }
.why { color: var(--part); font-style: italic }
.keys { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none }
.keys li { padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--panel) }
.legend i { display: inline-block; width: .8rem; height: .8rem; margin: 0 .3rem 0 1rem; border-radius: 3px;
  vertical-align: -1px }
@media print { details { break-inside: avoid } }
)";

std::string HtmlText(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '&':
        html += "&amp;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += static_cast<unsigned char>(c) < ' ' && c != '\t' ? '?' : c;
    }
  }
  return html;
}

std::string_view GradeOf(size_t part, size_t all) {
  return part == all ? "yes" : part == 0 ? "no" : "part";
}

std::string Bar(size_t part, size_t all) {
  const size_t percent = all == 0 ? 100 : part * 100 / all;
  return "<span class=\"bar " + std::string(GradeOf(part, all)) +
         "\"><i style=\"width:" + std::to_string(percent) + "%\"></i></span>";
}

std::string OfAll(size_t part, size_t all) {
  return std::to_string(part) + " of " + std::to_string(all);
}

std::string Card(std::string_view what, size_t part, size_t all) {
  return "<div class=\"card\"><b>" + PercentageText(part, all) + "</b><span>" + OfAll(part, all) + " " +
         std::string(what) + "</span>" + Bar(part, all) + "</div>\n";
}

void AddLine(const Coverage::File& file, uint32_t number, std::string_view line,
             const std::map<uint32_t, std::string_view>& partial, std::string& out) {
  const auto known = file.lines.find(number);
  const auto part = partial.find(number);
  const bool is_known = known != file.lines.end();
  const std::string_view state = !is_known               ? ""
                                 : known->second == 0    ? " class=\"no\""
                                 : part != partial.end() ? " class=\"part\""
                                                         : " class=\"yes\"";
  const std::string why = part == partial.end()
                              ? std::string()
                              : "  <span class=\"why\">" + std::string(part->second) + "</span>";
  out += "<tr" + std::string(state) + "><td class=\"number\">" + std::to_string(number) +
         "</td><td class=\"count\">" + (is_known ? std::to_string(known->second) + "×" : "") +
         "</td><td><pre>" + HtmlText(line) + why + "</pre></td></tr>\n";
}

void AddSource(const std::string& name, const Coverage::File& file, const std::string& id, std::string& out) {
  CoverageTotals totals;
  AddFile(file, totals);
  std::map<uint32_t, std::string_view> partial;
  for (const auto& [at, branch] : file.branches) {
    if (branch.covered() == 1) {
      partial[branch.line] = branch.body == 0 ? "never true" : "always true";
    }
  }
  const bool is_complete = totals.covered_lines == totals.lines && totals.covered_outcomes == totals.outcomes;
  out += "<details id=\"" + id + "\"" + (is_complete ? "" : " open") + "><summary><code>" + HtmlText(name) +
         "</code><span>" + OfAll(totals.covered_outcomes, totals.outcomes) + " branches, " +
         OfAll(totals.covered_lines, totals.lines) +
         " lines</span></summary>\n<div class=\"source\"><table>\n";
  uint32_t number = 1;
  for (size_t at = 0; at < file.text.size(); ++number) {
    const size_t end = std::min(file.text.find('\n', at), file.text.size());
    AddLine(file, number, std::string_view(file.text).substr(at, end - at), partial, out);
    at = end + 1;
  }
  out += "</table></div>\n</details>\n";
}

void AddSummary(const std::string& name, const Coverage::File& file, const std::string& id,
                std::string& out) {
  CoverageTotals totals;
  AddFile(file, totals);
  out += "<tr><td><a href=\"#" + id + "\"><code>" + HtmlText(name) + "</code></a></td><td>" +
         Bar(totals.covered_outcomes, totals.outcomes) + "</td><td class=\"number\">" +
         OfAll(totals.covered_outcomes, totals.outcomes) + "</td><td class=\"number\">" +
         PercentageText(totals.covered_outcomes, totals.outcomes) + "</td><td class=\"number\">" +
         OfAll(totals.covered_lines, totals.lines) + "</td><td class=\"number\">" +
         PercentageText(totals.covered_lines, totals.lines) + "</td></tr>\n";
}

}  // namespace

std::string CoverageHtml(const Coverage& coverage) {
  const CoverageTotals totals = TotalsOf(coverage);
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Coverage of templates</title>\n<style>" +
      std::string(kStyle) + "</style>\n</head>\n<body>\n<h1>Coverage of templates</h1>\n<p>" +
      std::to_string(coverage.runs) + (coverage.runs == 1 ? " run" : " runs") + " of " +
      std::to_string(coverage.files.size()) + (coverage.files.size() == 1 ? " template" : " templates") +
      "</p>\n<div class=\"cards\">\n" + Card("branches", totals.covered_outcomes, totals.outcomes) +
      Card("lines", totals.covered_lines, totals.lines) +
      Card("keys of values.yaml", totals.read_keys, totals.keys) + "</div>\n<h2>Templates</h2>\n" +
      "<table class=\"files\">\n<tr><th>Template</th><th colspan=\"3\">Branches</th>"
      "<th colspan=\"2\">Lines</th></tr>\n";
  std::string sources;
  size_t count = 0;
  for (const auto& [name, file] : coverage.files) {
    const std::string id = "t" + std::to_string(++count);
    AddSummary(name, file, id, html);
    AddSource(name, file, id, sources);
  }
  html += "</table>\n";
  const std::vector<std::string> unread = UnreadKeys(coverage);
  if (!unread.empty()) {
    html += "<h2>Keys of values.yaml that no template read</h2>\n<ul class=\"keys\">\n";
    for (const std::string& key : unread) {
      html += "<li><code>" + HtmlText(key) + "</code></li>\n";
    }
    html += "</ul>\n";
  }
  return html +
         "<h2>Sources</h2>\n<p class=\"legend\">Executions by line<i style=\"background:var(--yes)\"></i>" +
         "executed<i style=\"background:var(--part)\"></i>one outcome of the condition only" +
         "<i style=\"background:var(--no)\"></i>not executed</p>\n" + sources + "</body>\n</html>\n";
}

}  // namespace kval::cli
