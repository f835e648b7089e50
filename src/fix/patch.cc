#include "src/fix/patch.h"

#include <algorithm>
#include <iterator>
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
    if (!edit.span.has_value() || edit.span.end < edit.span.begin || !sources.Contains(edit.span)) {
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

// Edits that do not touch one another, by where they begin. Those of one repair are not compared with each
// other.
class KnownEdits {
 public:
  // Adds the edits of a repair that are not there yet; false, and nothing is added, when one of them
  // conflicts.
  bool Add(const Edits& edits) {
    std::vector<const diag::Edit*> news;
    for (const diag::Edit& edit : edits) {
      bool is_known = false;
      if (!Fits(edit, is_known)) {
        return false;
      }
      if (!is_known) {
        news.push_back(&edit);
      }
    }
    for (const diag::Edit* edit : news) {
      known_.emplace(edit->span.begin, *edit);
    }
    return true;
  }

  // In the order of the text.
  Edits Take() {
    Edits edits;
    for (auto& [begin, edit] : known_) {
      edits.push_back(std::move(edit));
    }
    std::stable_sort(edits.begin(), edits.end(), IsBefore);
    return edits;
  }

 private:
  // Only adjacent edits can overlap the edit: of those that begin before it, only the last one.
  bool Fits(const diag::Edit& edit, bool& is_known) const {
    auto at = known_.lower_bound(edit.span.begin);
    if (at != known_.begin() && Touch(edit, std::prev(at)->second)) {
      return false;
    }
    for (; at != known_.end() && (at->first == edit.span.begin || at->first < edit.span.end); ++at) {
      if (IsSame(edit, at->second)) {
        is_known = true;
      } else if (Touch(edit, at->second)) {
        return false;
      }
    }
    return true;
  }

  std::multimap<uint32_t, diag::Edit> known_;
};

}  // namespace

std::string FilePatch::After() const {
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

std::vector<FilePatch> Collect(std::span<const diag::Diagnostic> findings, const source::SourceMap& sources,
                               const MayFix& may_fix) {
  struct Repaired {
    const source::SourceFile* file;
    KnownEdits edits = {};
    size_t fixes = 0;
  };
  std::map<uint32_t, Repaired> by_base;
  for (const diag::Diagnostic& finding : findings) {
    const Edits& edits = finding.fix.edits;
    const source::SourceFile* file = edits.empty() ? nullptr : FileOf(edits, sources);
    if (file == nullptr || !may_fix(finding)) {
      continue;
    }
    Repaired& repaired = by_base.try_emplace(file->base(), Repaired{file}).first->second;
    repaired.fixes += repaired.edits.Add(edits) ? 1 : 0;
  }
  std::vector<FilePatch> changes;
  for (auto& [base, repaired] : by_base) {
    changes.push_back({repaired.file, repaired.edits.Take(), repaired.fixes});
  }
  return changes;
}

}  // namespace kval::fix
