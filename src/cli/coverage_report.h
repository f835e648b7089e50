#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/helm/render/coverage.h"

namespace kval::cli {

// Sums over all templates of a chart.
struct CoverageTotals {
  size_t outcomes = 0, covered_outcomes = 0;  // of branches, two each
  size_t lines = 0, covered_lines = 0;
  size_t keys = 0, read_keys = 0;
};

// Adds a template to sums.
void AddFile(const helm::render::Coverage::File& file, CoverageTotals& totals);
// The keys of values.yaml that no template read, dotted and sorted.
std::vector<std::string> UnreadKeys(const helm::render::Coverage& coverage);
CoverageTotals TotalsOf(const helm::render::Coverage& coverage);
// In percent, rounded down to a tenth: 100 means all. Without outcomes 100.
double BranchPercentage(const CoverageTotals& totals);
// "83.3 %".
std::string PercentageText(size_t part, size_t all);

// A line for each template with the lines that were not executed, then the sums and the keys that were not
// read.
std::string CoverageText(const helm::render::Coverage& coverage);
// The format of lcov's tracefiles, geninfo(1).
std::string CoverageLcov(const helm::render::Coverage& coverage);

}  // namespace kval::cli
