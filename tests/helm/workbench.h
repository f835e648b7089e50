#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/diag/collector.h"
#include "src/helm/context.h"
#include "src/helm/final_values.h"
#include "src/helm/load_chart.h"
#include "src/helm/user_values.h"

namespace kval::helm {

// A chart in memory, and user input for it.
class Sandbox {
 public:
  Sandbox() : emit_(&findings_), forest_(&arena_) {}

  void Add(const std::string& path, std::string_view text) { reader_.Add(path, std::string(text)); }

  // Applies a flag to empty values. Returns JSON, or "refused" if the flag is invalid.
  std::string Set(SetKind kind, const std::string& text);
  // Returns the values that Helm computes for the chart in the directory `chart`, as JSON; "refused" if Helm
  // rejects the chart.
  std::string Compute(const UserInput& input, HelmOperation mode = HelmOperation::kTemplate);
  Chart* Load(const std::string& path = "chart");

  // Returns the messages of the findings, one per line.
  std::string Findings() const;

  HelmContext context() { return {reader_, sources_, arena_, forest_, emit_, limits_, nullptr, size_of}; }

  std::function<std::optional<uint64_t>(const std::string& path)> size_of;

 private:
  std::string JsonOf(Table* table);

  source::MemoryFileReader reader_;
  source::SourceMap sources_;
  Arena arena_;
  diag::Collector findings_;
  diag::Emitter emit_;
  TableArena forest_;
  Limits limits_;
  ChartStore store_;
};

}  // namespace kval::helm
