#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/kubernetes/type_description.h"
#include "src/diag/diagnostic.h"
#include "src/diag/emitter.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {

// Merges the findings of several Kubernetes versions about one document: equal findings become one. Linear in
// the findings.
class VersionMerger {
 public:
  explicit VersionMerger(const schemas::kubernetes::ApiTable& table) : table_(table) {}

  // Adds all findings for a version. Call once per version.
  void Add(size_t version, std::vector<diag::Diagnostic> findings);
  // Emits the findings in order. A finding that does not apply to all `requested` versions lists those to
  // which it applies.
  void Emit(size_t requested, diag::Emitter& emit);

 private:
  struct Finding {
    diag::Diagnostic reported;
    std::vector<size_t> versions;
  };

  std::string_view NameOf(size_t version) const { return table_.versions()[version]; }
  bool IsSame(const Finding& known, const diag::Diagnostic& finding, size_t version) const;
  std::string Names(const std::vector<size_t>& versions) const;  // `1.30, 1.31`

  const schemas::kubernetes::ApiTable& table_;
  std::vector<Finding> findings_;
  // By where they are: places among the findings.
  TextMap<std::string, std::vector<size_t>> at_;
};

}  // namespace kval::kubernetes
