#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/helm/tables.h"

namespace kval::helm {

// How the kinds of a value and of its default differ. The value always wins.
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
  // The subchart that the next ones are in; empty: the chart itself.
  void SetChart(std::string name) { chart_ = std::move(name); }
  void Tell(Conflict conflict, const diag::Path& at, const Node& above, const Node* below);

 private:
  diag::Emitter& emit_;
  bool is_muted_ = false;
  std::string chart_;
  std::set<std::string> told_;
};

}  // namespace kval::helm
