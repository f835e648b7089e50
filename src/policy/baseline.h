#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/report/report.h"
#include "src/support/result.h"

namespace kval::policy {

// Findings that are known and not to be reported again, by fingerprint: code, file, path and message, but no
// line, so that a baseline survives edits of the files. JSON, sorted, for review and merging.
class Baseline {
 public:
  static Result<Baseline> Read(std::string_view json, std::string_view name);

  // Whether the finding with this fingerprint is known.
  bool Has(const std::string& fingerprint) const { return known_.count(fingerprint) != 0; }
  size_t size() const { return known_.size(); }

 private:
  std::map<std::string, bool, std::less<>> known_;
};

// Writes the findings that can be suppressed as a baseline.
std::string WriteBaseline(const report::Findings& findings, const report::RenderOptions& options);

}  // namespace kval::policy
