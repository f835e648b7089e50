#pragma once

#include <cstddef>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/report/report.h"
#include "src/source/source_map.h"

namespace kval::cli {

// Which of the findings a rendering shows.
struct ShownRequest {
  size_t most = std::numeric_limits<size_t>::max();
  report::Joining joining = report::Joining::kNone;
  // The URIs of the open files of an editor: their findings come first and are all shown, and ignored
  // keywords are shown in these files only. Null elsewhere.
  const std::set<std::string>* open_files = nullptr;
  std::string directory;  // the working directory, which relative names of files start from
};

struct ShownFindings {
  std::vector<diag::Diagnostic> findings;
  report::Counts hidden;  // the others
};

// Chooses the first findings in their order, and the first error about each limit that was exceeded: it says
// why the run ended as it did.
ShownFindings ChooseShown(std::vector<diag::Diagnostic> findings, const ShownRequest& request,
                          const source::SourceMap& sources);

// Counts findings by severity; those that were joined each.
report::Counts CountEach(std::span<const diag::Diagnostic> findings);

}  // namespace kval::cli
