#include "src/diag/collector.h"

#include <algorithm>
#include <tuple>

namespace kval::diag {
namespace {

auto SortKey(const Diagnostic& diagnostic) {
  const source::Span at = diagnostic.labels.front().span;
  return std::tuple(at.begin, at.end, EntryOf(diagnostic.kind).number);
}

bool Same(const Diagnostic& a, const Diagnostic& b) {
  return SortKey(a) == SortKey(b) && a.message == b.message && a.path == b.path;
}

}  // namespace

void Collector::Consume(Diagnostic diagnostic) {
  if (diagnostics_.size() >= most_ && kept_kinds_.contains(diagnostic.kind)) {
    ++dropped_[{diagnostic.kind, diagnostic.severity}];
    return;
  }
  kept_kinds_.insert(diagnostic.kind);
  diagnostics_.push_back(std::move(diagnostic));
}

void Collector::CountDropped(const Collector& other) {
  for (const auto& [what, count] : other.dropped_) {
    dropped_[what] += count;
  }
}

std::vector<Diagnostic> Collector::Sorted() const {
  std::vector<Diagnostic> sorted = diagnostics_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return SortKey(a) < SortKey(b); });
  sorted.erase(std::unique(sorted.begin(), sorted.end(), Same), sorted.end());
  return sorted;
}

}  // namespace kval::diag
