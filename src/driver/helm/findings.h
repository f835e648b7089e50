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

// What becomes of findings about a chart's values before they are told.
namespace kval::driver {

// What a chart's values were computed from. Outlives the judge.
struct ValuesOrigin {
  const helm::Table* user;            // as the user gave them; its nulls delete defaults
  const helm::Installable* complete;  // which subcharts are not there
};

// What was told of a chart's values.
struct Told {
  std::set<std::string> rules;                          // with their paths
  std::set<std::pair<uint32_t, uint32_t>> error_spans;  // where values are wrong
  std::set<std::string> error_paths;
  // Rules with their places in files and what was said there: by which of the sinks, in their order.
  std::map<std::string, size_t> words;
  size_t sinks = 0;
};

// Tells what is wrong with a schema as that.
class SchemaFaultSink final : public diag::Sink {
 public:
  explicit SchemaFaultSink(diag::Emitter* emit) : emit_(*emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  diag::Emitter& emit_;
};

// Tells findings in a subchart's values with their path in the root's, and which chart they are of. Of a
// schema that Helm does not know, none that another has told already. What is written once and seen by
// several charts (a global value, a default of a chart with several names) is told once where all say the
// same. What a subchart that is not there could give is not told to be missing or wrong. A required key that
// a null of the user deletes is told at the null.
class ChartSink final : public diag::Sink {
 public:
  // `whole`: the place of the chart's values, which may be lent from those around them and then says nothing.
  ChartSink(const helm::Chart& chart, const diag::Path& at, source::Span whole, const ValuesOrigin& origin,
            bool is_helms, Told& told, diag::Emitter* emit)
      : chart_(chart),
        at_(at),
        whole_(whole),
        origin_(origin),
        told_(told),
        number_(++told.sinks),
        emit_(*emit) {
    if (!is_helms) {
      known_ = told.rules;
    }
  }
  void Consume(diag::Diagnostic finding) override;

 private:
  void ExplainKeyOfHelm(diag::Diagnostic& finding) const;
  // What two charts may say alike of one value; empty when each means its own.
  std::string WordsOf(const diag::Diagnostic& finding) const;

  const helm::Chart& chart_;
  const diag::Path& at_;
  const source::Span whole_;
  const ValuesOrigin& origin_;
  Told& told_;
  std::set<std::string> known_;
  const size_t number_;
  diag::Emitter& emit_;
};

// Holds warnings back until errors are known, and drops those about a value that is wrong anyhow.
class WarningSink final : public diag::Sink {
 public:
  explicit WarningSink(diag::Emitter* emit) : emit_(*emit) {}
  void Consume(diag::Diagnostic finding) override;
  void Release(const Told& told);

 private:
  std::vector<diag::Diagnostic> warnings_;
  diag::Emitter& emit_;
};

}  // namespace kval::driver
