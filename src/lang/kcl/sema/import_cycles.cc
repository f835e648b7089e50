#include "src/lang/kcl/sema/import_cycles.h"

#include <cstdint>
#include <string>
#include <utility>

namespace kval::kcl {
namespace {

using Way = std::vector<std::pair<size_t, size_t>>;  // package, next edge

void ReportCycle(const Program& program, const ImportEdges& edges, const Way& way, const ImportEdge& closing,
                 Diagnostics& diagnostics) {
  size_t first = 0;
  while (way[first].first != closing.to) {
    ++first;
  }
  std::string names;
  std::vector<RelatedLocation> related;
  for (size_t i = first; i < way.size(); ++i) {
    names.append(names.empty() ? "" : ", ").append(program.packages[way[i].first]->path);
    if (i + 1 < way.size()) {
      related.push_back({edges[way[i].first][way[i].second - 1].at, "this import is part of the circle"});
    }
  }
  diagnostics.Report(diag::Kind::kKclCompile, closing.at,
                     "There is a circular reference between modules " + names, related);
}

}  // namespace

// Depth-first over the packages without native recursion; an edge back to a package on the way is a cycle.
void ReportImportCycles(const Program& program, const ImportEdges& edges, Diagnostics& diagnostics) {
  enum class State : uint8_t { kNew, kOpen, kDone };
  std::vector<State> states(edges.size(), State::kNew);
  Way way;
  for (size_t start = 0; start < edges.size(); ++start) {
    if (states[start] != State::kNew) {
      continue;
    }
    way.push_back({start, 0});
    states[start] = State::kOpen;
    while (!way.empty()) {
      const size_t package = way.back().first;
      if (way.back().second == edges[package].size()) {
        states[package] = State::kDone;
        way.pop_back();
        continue;
      }
      const ImportEdge edge = edges[package][way.back().second++];
      if (states[edge.to] == State::kOpen) {
        ReportCycle(program, edges, way, edge, diagnostics);
      } else if (states[edge.to] == State::kNew) {
        states[edge.to] = State::kOpen;
        way.push_back({edge.to, 0});
      }
    }
  }
}

}  // namespace kval::kcl
