#include "src/fix/patch.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kval::fix {
namespace {

using Edits = std::vector<diag::Edit>;

bool IsBefore(const diag::Edit& a, const diag::Edit& b) {
  return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end < b.span.end;
}

bool IsSame(const diag::Edit& a, const diag::Edit& b) {
  return a.span == b.span && a.text == b.text;
}

// Two changes of the same bytes, or two insertions at one place: their order would be a guess.
bool Touch(const diag::Edit& a, const diag::Edit& b) {
  if (a.span.begin == b.span.begin) {
    return true;
  }
  return a.span.begin < b.span.end && b.span.begin < a.span.end;
}

// The file that all edits lie in, or null.
const source::SourceFile* FileOf(const Edits& edits, const source::SourceMap& sources) {
  const source::SourceFile* file = nullptr;
  for (const diag::Edit& edit : edits) {
    if (!edit.span.has_value() || edit.span.end < edit.span.begin || !sources.Knows(edit.span)) {
      return nullptr;
    }
    const source::SourceFile& one = sources.FileOf(edit.span);
    if ((file != nullptr && file != &one) || !one.Contains(edit.span.end)) {
      return nullptr;
    }
    file = &one;
  }
  return file;
}

// The edits of `added` that `known` does not have yet; false when one of them conflicts.
bool Fits(const Edits& known, const Edits& added, Edits& news) {
  for (const diag::Edit& edit : added) {
    bool is_known = false;
    for (const diag::Edit& other : known) {
      if (IsSame(edit, other)) {
        is_known = true;
      } else if (Touch(edit, other)) {
        return false;
      }
    }
    if (!is_known) {
      news.push_back(edit);
    }
  }
  return true;
}

}  // namespace

std::string Change::After() const {
  const std::string_view text = file->text();
  std::string after;
  uint32_t at = file->base();
  for (const diag::Edit& edit : edits) {
    after.append(text.substr(at - file->base(), edit.span.begin - at));
    after += edit.text;
    at = edit.span.end;
  }
  after.append(text.substr(at - file->base()));
  return after;
}

std::vector<Change> Collect(std::span<const diag::Diagnostic> findings, const source::SourceMap& sources,
                            const MayFix& may_fix) {
  std::map<uint32_t, Change> by_base;
  for (const diag::Diagnostic& finding : findings) {
    const Edits& edits = finding.fix.edits;
    const source::SourceFile* file = edits.empty() ? nullptr : FileOf(edits, sources);
    if (file == nullptr || !may_fix(finding)) {
      continue;
    }
    Change& change = by_base.try_emplace(file->base(), Change{file, {}, 0}).first->second;
    Edits news;
    if (Fits(change.edits, edits, news)) {
      change.edits.insert(change.edits.end(), news.begin(), news.end());
      ++change.fixes;
    }
  }
  std::vector<Change> changes;
  for (auto& [base, change] : by_base) {
    std::stable_sort(change.edits.begin(), change.edits.end(), IsBefore);
    changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace kval::fix
