#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/helm/tables.h"

namespace kval::helm {

// The conflict between the kinds of a value and of its default. The value always wins.
enum class Conflict : uint8_t {
  kMapOverOther,        // Helm: skipped value for …: Not a table; destination for … is a table
  kOtherOverMap,        // Helm: cannot overwrite table with non table
  kGlobalMapOverOther,  // Helm: cannot merge map onto non-map for …. Skipping
  kGlobalNoMap,         // Helm: skipping globals because … is not a table
};

// Reports conflicts, each once however often Helm encounters it; none while muted.
class Conflicts {
 public:
  explicit Conflicts(diag::Emitter* emit) : emit_(*emit) {}

  void Mute(bool is_muted) { is_muted_ = is_muted; }
  // Sets the subchart of subsequent conflicts; empty: the chart itself.
  void SetChart(std::string name) { chart_ = std::move(name); }
  void Report(Conflict conflict, const diag::Path& at, const TableValue& above, const TableValue* below);

 private:
  diag::Emitter& emit_;
  bool is_muted_ = false;
  std::string chart_;
  std::set<std::string> reported_;
};

}  // namespace kval::helm
