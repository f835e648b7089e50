#include "src/cli/coverage_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "src/report/text.h"

namespace kval::cli {
namespace {

using helm::render::Coverage;

void AddFile(const Coverage::File& file, CoverageTotals& totals) {
  for (const auto& [at, branch] : file.branches) {
    totals.outcomes += 2;
    totals.covered_outcomes += branch.covered();
  }
  for (const auto& [line, count] : file.lines) {
    ++totals.lines;
    totals.covered_lines += count > 0 ? 1 : 0;
  }
}

double Percentage(size_t part, size_t all) {
  return all == 0 ? 100 : std::floor(static_cast<double>(part) * 1000 / static_cast<double>(all)) / 10;
}

std::string PartText(size_t part, size_t all, std::string_view unit) {
  return std::to_string(part) + " of " + std::to_string(all) + " " + std::string(unit);
}

// "3, 7-9": lines without an execution; lines between that have no text join them.
std::string MissingLines(const Coverage::File& file) {
  std::string text;
  for (auto line = file.lines.begin(); line != file.lines.end();) {
    if (line->second > 0) {
      ++line;
      continue;
    }
    const uint32_t first = line->first;
    uint32_t last = first;
    for (; line != file.lines.end() && line->second == 0; ++line) {
      last = line->first;
    }
    text += (text.empty() ? "" : ", ") + std::to_string(first) +
            (last == first ? "" : "-" + std::to_string(last));
  }
  return text;
}

// Branches of which one outcome did not occur although their line was executed: "12 (never true)".
std::string MissingOutcomes(const Coverage::File& file) {
  std::string text;
  for (const auto& [at, branch] : file.branches) {
    if (branch.covered() == 1) {
      text += (text.empty() ? "" : ", ") + std::to_string(branch.line) +
              (branch.body == 0 ? " (never)" : " (always)");
    }
  }
  return text;
}

std::vector<std::string> UnreadKeys(const Coverage& coverage) {
  std::vector<std::string> keys;
  for (const auto& [key, is_read] : coverage.keys) {
    if (!is_read) {
      keys.push_back(key);
    }
  }
  return keys;
}

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

void AddHtmlLine(const Coverage::File& file, uint32_t number, std::string_view line,
                 const std::map<uint32_t, std::string>& partial, std::string& out) {
  const auto known = file.lines.find(number);
  const auto part = partial.find(number);
  const std::string_view state = known == file.lines.end() ? ""
                                 : known->second == 0      ? " class=\"no\""
                                 : part != partial.end()   ? " class=\"part\""
                                                           : " class=\"yes\"";
  out += "<tr" + std::string(state) + "><td>" + std::to_string(number) + "</td><td>" +
         (known == file.lines.end() ? "" : std::to_string(known->second)) + "</td><td><pre>" +
         HtmlText(line) + "</pre></td><td>" + (part == partial.end() ? "" : part->second) + "</td></tr>\n";
}

void AddHtmlFile(const Coverage::File& file, std::string& out) {
  CoverageTotals totals;
  AddFile(file, totals);
  std::map<uint32_t, std::string> partial;
  for (const auto& [at, branch] : file.branches) {
    if (branch.covered() == 1) {
      partial[branch.line] = branch.body == 0 ? "never true" : "always true";
    }
  }
  out += "<details><summary>" + HtmlText(file.path) + ": " +
         PercentageText(totals.covered_outcomes, totals.outcomes) + " of branches, " +
         PercentageText(totals.covered_lines, totals.lines) + " of lines</summary>\n<table>\n";
  uint32_t number = 1;
  for (size_t at = 0; at < file.text.size(); ++number) {
    const size_t end = std::min(file.text.find('\n', at), file.text.size());
    AddHtmlLine(file, number, std::string_view(file.text).substr(at, end - at), partial, out);
    at = end + 1;
  }
  out += "</table>\n</details>\n";
}

std::string SumText(const CoverageTotals& totals, size_t runs) {
  return PartText(totals.covered_outcomes, totals.outcomes, "branches") + " (" +
         PercentageText(totals.covered_outcomes, totals.outcomes) + "), " +
         PartText(totals.covered_lines, totals.lines, "lines") + " (" +
         PercentageText(totals.covered_lines, totals.lines) + "), " +
         PartText(totals.read_keys, totals.keys, "keys") + " of values.yaml in " + std::to_string(runs) +
         (runs == 1 ? " run" : " runs");
}

}  // namespace

std::string PercentageText(size_t part, size_t all) {
  const auto tenths = static_cast<size_t>(std::lround(Percentage(part, all) * 10));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

CoverageTotals TotalsOf(const Coverage& coverage) {
  CoverageTotals totals;
  for (const auto& [name, file] : coverage.files) {
    AddFile(file, totals);
  }
  totals.keys = coverage.keys.size();
  totals.read_keys = totals.keys - UnreadKeys(coverage).size();
  return totals;
}

double BranchPercentage(const CoverageTotals& totals) {
  return Percentage(totals.covered_outcomes, totals.outcomes);
}

std::string CoverageText(const Coverage& coverage) {
  std::string text;
  for (const auto& [name, file] : coverage.files) {
    CoverageTotals totals;
    AddFile(file, totals);
    text += report::Escape(file.path) + ": " +
            PartText(totals.covered_outcomes, totals.outcomes, "branches") + ", " +
            PartText(totals.covered_lines, totals.lines, "lines") + "\n";
    const std::string lines = MissingLines(file);
    const std::string outcomes = MissingOutcomes(file);
    text += lines.empty() ? "" : "  lines not executed: " + lines + "\n";
    text += outcomes.empty() ? "" : "  conditions with one outcome: " + outcomes + "\n";
  }
  const std::vector<std::string> unread = UnreadKeys(coverage);
  if (!unread.empty()) {
    text += "keys of values.yaml that no template read:\n";
    for (const std::string& key : unread) {
      text += "  " + report::Escape(key) + "\n";
    }
  }
  return text + "total: " + SumText(TotalsOf(coverage), coverage.runs) + "\n";
}

std::string CoverageHtml(const Coverage& coverage) {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Coverage of "
      "templates</title>\n<style>\nbody { font-family: sans-serif }\npre { margin: 0 }\n"
      "td { padding: 0 0.5em; vertical-align: top }\n.yes { background: #e6ffed }\n"
      ".part { background: #fff5b1 }\n.no { background: #ffeef0 }\n</style>\n</head>\n<body>\n"
      "<h1>Coverage of templates</h1>\n<p>" +
      SumText(TotalsOf(coverage), coverage.runs) + "</p>\n";
  for (const auto& [name, file] : coverage.files) {
    AddHtmlFile(file, html);
  }
  const std::vector<std::string> unread = UnreadKeys(coverage);
  if (!unread.empty()) {
    html += "<h2>Keys of values.yaml that no template read</h2>\n<ul>\n";
    for (const std::string& key : unread) {
      html += "<li>" + HtmlText(key) + "</li>\n";
    }
    html += "</ul>\n";
  }
  return html + "</body>\n</html>\n";
}

std::string CoverageLcov(const Coverage& coverage) {
  std::string text;
  for (const auto& [name, file] : coverage.files) {
    CoverageTotals totals;
    AddFile(file, totals);
    text += "TN:\nSF:" + report::Escape(file.path) + "\n";
    size_t block = 0;
    for (const auto& [at, branch] : file.branches) {
      const std::string start = "BRDA:" + std::to_string(branch.line) + "," + std::to_string(block++) + ",";
      const bool is_reached = branch.covered() > 0;
      text += start + "0," + (is_reached ? std::to_string(branch.body) : "-") + "\n";
      text += start + "1," + (is_reached ? std::to_string(branch.other) : "-") + "\n";
    }
    text +=
        "BRF:" + std::to_string(totals.outcomes) + "\nBRH:" + std::to_string(totals.covered_outcomes) + "\n";
    for (const auto& [line, count] : file.lines) {
      text += "DA:" + std::to_string(line) + "," + std::to_string(count) + "\n";
    }
    text += "LF:" + std::to_string(totals.lines) + "\nLH:" + std::to_string(totals.covered_lines) +
            "\nend_of_record\n";
  }
  return text;
}

}  // namespace kval::cli
