#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/helm/chart.h"
#include "src/helm/load_chart.h"
#include "src/helm/tables.h"
#include "src/source/span.h"

// Processing of findings about a chart's values.
namespace kval::driver {

// The inputs of a chart's values. Must outlive the validator.
struct ValuesInputs {
  const helm::Table* user;            // as the user gave them; its nulls delete defaults
  const helm::Installable* complete;  // which subcharts are not there
  bool are_partial = false;           // required values may be missing or null
};

// Findings already reported about a chart's values.
struct ReportedFindings {
  std::set<std::string> rules;                          // with their paths
  std::set<std::pair<uint32_t, uint32_t>> error_spans;  // locations of values with errors
  std::set<std::string> error_paths;
  // Rules with locations and messages, and the sink that reported them.
  std::map<std::string, size_t> words;
  size_t sinks = 0;
};

// Turns a finding about the values of a schema document into one about the schema.
void MakeSchemaError(diag::Diagnostic& finding);

// Reports findings in a subchart's values with the root's path and the chart. Omits findings of schemas that
// Helm does not support if another one reported them. A value seen by several charts (a global, a default of
// an aliased chart) is reported once if all agree. Omits findings that a missing subchart could resolve. A
// required key deleted by a user's null is reported at the null.
class ChartValuesSink final : public diag::Sink {
 public:
  // `whole`: the location of the chart's values; meaningless if inherited from the parent.
  ChartValuesSink(const helm::Chart& chart, const diag::Path& at, source::Span whole,
                  const ValuesInputs& origin, bool is_supported_by_helm, ReportedFindings& reported,
                  diag::Emitter* emit)
      : chart_(chart),
        at_(at),
        whole_(whole),
        origin_(origin),
        reported_(reported),
        number_(++reported.sinks),
        emit_(*emit) {
    if (!is_supported_by_helm) {
      known_ = reported.rules;
    }
  }
  void Consume(diag::Diagnostic finding) override;

 private:
  void ExplainHelmKey(diag::Diagnostic& finding) const;
  // Returns the key that identifies equal findings of two charts about one value; empty if such findings are
  // independent.
  std::string MessageKey(const diag::Diagnostic& finding) const;

  const helm::Chart& chart_;
  const diag::Path& at_;
  const source::Span whole_;
  const ValuesInputs& origin_;
  ReportedFindings& reported_;
  std::set<std::string> known_;
  const size_t number_;
  diag::Emitter& emit_;
};

// Delays warnings until errors are known, and drops warnings about values with errors.
class DeferredWarningSink final : public diag::Sink {
 public:
  explicit DeferredWarningSink(diag::Emitter* emit) : emit_(*emit) {}
  void Consume(diag::Diagnostic finding) override;
  void Release(const ReportedFindings& reported);

 private:
  std::vector<diag::Diagnostic> warnings_;
  diag::Emitter& emit_;
};

}  // namespace kval::driver
