#include "src/diag/collector.h"

#include <algorithm>
#include <tuple>

namespace kval::diag {
namespace {

auto SortKey(const Diagnostic& diagnostic) {
  const source::Span at = diagnostic.labels.front().span;
  return std::tuple(at.begin, at.end, diagnostic.kind);
}

// The location of the violated rule; two rules may have the same text.
source::Span RuleOf(const Diagnostic& diagnostic) {
  const auto rule = std::find_if(diagnostic.labels.begin(), diagnostic.labels.end(),
                                 [](const Label& label) { return label.role == LabelRole::kSchema; });
  return rule == diagnostic.labels.end() ? source::Span{} : rule->span;
}

// The properties that identify a finding at one location and of one kind.
auto IdentityOf(const Diagnostic& diagnostic) {
  const source::Span rule = RuleOf(diagnostic);
  return std::tuple(diagnostic.message, JsonPointer(diagnostic.path), rule.begin, rule.end);
}

size_t DescribeRule(const Diagnostic& diagnostic) {
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
  const bool is_full = diagnostics_.size() >= most_ || words_ >= max_text_bytes_;
  if (is_full && kept_kinds_.contains(diagnostic.kind)) {
    ++dropped_[{diagnostic.kind, diagnostic.severity}];
    return;
  }
  kept_kinds_.insert(diagnostic.kind);
  words_ += DescribeRule(diagnostic);
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
  std::vector<Diagnostic> distinct;
  std::set<decltype(IdentityOf(sorted.front()))> said;
  for (Diagnostic& diagnostic : sorted) {
    if (distinct.empty() || SortKey(distinct.back()) != SortKey(diagnostic)) {
      said.clear();
    }
    if (said.insert(IdentityOf(diagnostic)).second) {
      distinct.push_back(std::move(diagnostic));
    }
  }
  return distinct;
}

}  // namespace kval::diag
