#pragma once

#include <vector>

#include "src/diag/diagnostic.h"
#include "src/driver/kubernetes/manifest_variables.h"
#include "src/driver/releases/chart_lookup.h"
#include "src/driver/releases/release.h"
#include "src/driver/releases/release_context.h"
#include "src/driver/session.h"

namespace kval::driver {

// Adapts findings about a rendered chart to its release: they have the release's place if they have none, or
// one in a downloaded chart, and lead from rendered values files to their templates.
class ReleaseFindings {
 public:
  // `variables`: of the file of the release; may be null.
  ReleaseFindings(const ReleaseContext& context, const FileVariables* variables, Session& session)
      : context_(context), variables_(variables), session_(session) {}

  // Takes the findings since the last call.
  void Take(const ChartRelease& release, const ChartPlace& chart);
  // Emits all of them.
  void Emit();

 private:
  bool IsOfChart(const diag::Diagnostic& finding, const ChartPlace& chart) const;
  // Returns whether the primary place was in a rendered text.
  bool Relocate(diag::Diagnostic& finding) const;
  void Adapt(const ChartRelease& release, const ChartPlace& chart, diag::Diagnostic& finding) const;

  const ReleaseContext& context_;
  const FileVariables* variables_;
  Session& session_;
  struct Adapted {
    diag::Diagnostic finding;
    bool is_relocated;
  };
  std::vector<Adapted> findings_;
};

}  // namespace kval::driver
