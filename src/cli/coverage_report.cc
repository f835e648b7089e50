#include "src/cli/coverage_report.h"

#include <cmath>
#include <string_view>

#include "src/report/text.h"

namespace kval::cli {
namespace {

using helm::render::Coverage;

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

std::string SumText(const CoverageTotals& totals, size_t runs) {
  return PartText(totals.covered_outcomes, totals.outcomes, "branches") + " (" +
         PercentageText(totals.covered_outcomes, totals.outcomes) + "), " +
         PartText(totals.covered_lines, totals.lines, "lines") + " (" +
         PercentageText(totals.covered_lines, totals.lines) + "), " +
         PartText(totals.read_keys, totals.keys, "keys") + " of values.yaml in " + std::to_string(runs) +
         (runs == 1 ? " run" : " runs");
}

}  // namespace

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

std::vector<std::string> UnreadKeys(const Coverage& coverage) {
  std::vector<std::string> keys;
  for (const auto& [key, is_read] : coverage.keys) {
    if (!is_read) {
      keys.push_back(key);
    }
  }
  return keys;
}

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
