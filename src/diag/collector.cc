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

size_t WordsOf(const Diagnostic& diagnostic) {
  size_t words = diagnostic.message.size() + diagnostic.found.size() + diagnostic.expected.size() +
                 diagnostic.hint.size() + diagnostic.fix.title.size();
  for (const Label& label : diagnostic.labels) {
    words += label.text.size();
  }
  for (const std::string& note : diagnostic.notes) {
    words += note.size();
  }
  for (const Edit& edit : diagnostic.fix.edits) {
    words += edit.text.size();
  }
  return words;
}

}  // namespace

void Collector::Consume(Diagnostic diagnostic) {
  const bool is_full = diagnostics_.size() >= most_ || words_ >= most_words_;
  if (is_full && kept_kinds_.contains(diagnostic.kind)) {
    ++dropped_[{diagnostic.kind, diagnostic.severity}];
    return;
  }
  kept_kinds_.insert(diagnostic.kind);
  words_ += WordsOf(diagnostic);
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
