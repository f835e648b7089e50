#include "src/driver/kcl/vet_finding_matcher.h"

#include <algorithm>
#include <string>

#include "src/diag/limit_kind.h"
#include "src/driver/kcl/document.h"
#include "src/lang/kcl/eval/failed_check.h"

namespace kval::driver {
namespace {

using diag::Diagnostic;

bool IsWithin(const diag::Path& inner, const diag::Path& outer) {
  return inner.size() >= outer.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

bool AreRelated(const diag::Path& a, const diag::Path& b) {
  return IsWithin(a, b) || IsWithin(b, a);
}

source::Span PlaceOf(const Diagnostic& finding) {
  return finding.labels.empty() ? source::Span() : finding.labels.front().span;
}

// A check of a computed attribute points to the attribute's inputs.
bool IsSameInstance(const diag::Path& ours, const diag::Path& theirs) {
  const diag::Path instance(ours.begin(), ours.empty() ? ours.end() : ours.end() - 1);
  return AreRelated(ours, theirs) || IsWithin(theirs, instance);
}

// About keys and types, not about a rule. The literals of a type are a rule of ours.
bool IsAboutShape(const Diagnostic& ours) {
  constexpr diag::Kind kShapes[] = {
      diag::Kind::kUnknownKey,     diag::Kind::kTypeMismatch,  diag::Kind::kMissingRequired,
      diag::Kind::kNullNotAllowed, diag::Kind::kNoUnionMember, diag::Kind::kKeyNotAllowed,
      diag::Kind::kKeyCount,       diag::Kind::kRemoved,       diag::Kind::kOneOf};
  return std::find(std::begin(kShapes), std::end(kShapes), ours.kind) != std::end(kShapes);
}

bool IsAbsent(const Diagnostic& ours) {
  return ours.kind == diag::Kind::kMissingRequired || ours.kind == diag::Kind::kNullNotAllowed;
}

// Whether KCL says that a value, or a part of it, is not of the type that is expected.
bool IsAboutType(const Diagnostic& theirs) {
  return theirs.kind == diag::Kind::kKclType || theirs.kind == diag::Kind::kMissingRequired ||
         !theirs.expected.empty();
}

// KCL's words on one line.
std::string Note(const Diagnostic& theirs) {
  std::string text = "KCL: " + theirs.message;
  for (const std::string& note : theirs.notes) {
    text += "; " + note;
  }
  return text;
}

// The author's message is our headline already.
void PairCheck(Diagnostic& ours, const Diagnostic& theirs, source::Span line) {
  ours.notes.push_back("KCL: " + std::string(kcl::eval::kInstanceCheckFailed));
  if (!AreRelated(ours.path, theirs.path)) {
    ours.labels = theirs.labels;  // a computed attribute: its inputs are in the data
    return;
  }
  const auto is_line = [line](const diag::Label& label) { return label.span == line; };
  const auto said = std::find_if(theirs.labels.begin(), theirs.labels.end(), is_line);
  const auto shown = std::find_if(ours.labels.begin(), ours.labels.end(), [](const diag::Label& label) {
    return label.role == diag::LabelRole::kSchema;
  });
  if (said != theirs.labels.end() && shown != ours.labels.end()) {
    shown->text = said->text;
  }
}

}  // namespace

VetFindingMatcher::VetFindingMatcher(std::vector<Diagnostic> ours, bool are_all_here,
                                     const value::Value& document, const source::SourceMap& sources)
    : ours_(std::move(ours)),
      is_paired_(ours_.size()),
      are_all_ours_here_(are_all_here),
      document_(document),
      sources_(sources) {
  for (size_t i = 0; i < ours_.size(); ++i) {
    if (IsAboutShape(ours_[i])) {
      shapes_.Add(ours_[i].path, i);
      by_place_.insert({PlaceOf(ours_[i]).begin, i});
    }
    for (const diag::Label& label : ours_[i].labels) {
      if (label.role != diag::LabelRole::kSchema) {
        continue;
      }
      by_line_[label.span.begin].push_back(i);
      if (IsAbsent(ours_[i])) {
        absent_.Add(label.span, i);
      }
    }
  }
}

void VetFindingMatcher::SpanIndex::Add(source::Span at, size_t number) {
  if (at.has_value()) {
    by_begin_.insert({at.begin, {at.end, number}});
  }
}

size_t VetFindingMatcher::SpanIndex::FirstWithin(source::Span part) {
  if (!part.has_value()) {
    return SIZE_MAX;
  }
  const auto known = known_.find({part.begin, part.end});
  if (known != known_.end()) {
    return known->second;
  }
  size_t first = SIZE_MAX;
  for (auto at = by_begin_.lower_bound(part.begin); at != by_begin_.end() && at->first <= part.end; ++at) {
    first = at->second.end <= part.end ? std::min(first, at->second.number) : first;
  }
  if (first != SIZE_MAX) {
    known_[{part.begin, part.end}] = first;
  }
  return first;
}

void VetFindingMatcher::Pair(size_t ours) {
  is_paired_[ours] = true;
  shapes_.Take(ours);
}

void VetFindingMatcher::AddUnmatched(const Diagnostic& theirs) {
  if (are_all_ours_here_ || diag::IsLimit(theirs.kind)) {
    others_.push_back(theirs);
  }
}

void VetFindingMatcher::Add(const kcl::run::VetFinding& found) {
  const Diagnostic& theirs = found.finding;
  if (found.is_of_program) {
    of_program_.push_back(theirs);
    return;
  }
  if (found.check_line.has_value()) {
    const size_t same = MatchingCheck(theirs, found.check_line);
    if (same < ours_.size()) {
      PairCheck(ours_[same], theirs, found.check_line);
      Pair(same);
    } else {
      AddUnmatched(theirs);
    }
    return;
  }
  size_t index = MatchingViolation(theirs);
  if (index < ours_.size()) {
    Pair(index);
  } else {
    index = WholeOf(theirs);
  }
  if (index == ours_.size()) {
    index = ReasonOf(theirs);
    if (index < ours_.size()) {
      consequences_.Add(PlaceOf(theirs), reasons_.size());
      reasons_.push_back(index);
    }
  }
  if (index < ours_.size()) {
    ours_[index].notes.push_back(Note(theirs));
  } else {
    AddUnmatched(theirs);
  }
}

void VetFindingMatcher::Emit(diag::Emitter& emit, bool about_data) {
  for (Diagnostic& finding : ours_) {
    emit.Emit(std::move(finding));
  }
  for (Diagnostic& finding : others_) {
    if (about_data) {
      NameData(finding);
    }
    emit.Emit(std::move(finding));
  }
  for (Diagnostic& finding : of_program_) {
    emit.Emit(std::move(finding));
  }
}

// What goes wrong in the program goes wrong for these values, which is where people can change it.
void VetFindingMatcher::NameData(Diagnostic& finding) const {
  const source::Span at = PlaceOf(finding);
  const bool in_data = at.has_value() && sources_.FileOf(at).Contains(document_.span.begin);
  if (in_data || !at.has_value()) {
    return;
  }
  finding.labels.front().role = diag::LabelRole::kSchema;
  finding.labels.insert(finding.labels.begin(),
                        {BeginOf(document_), "for these values", diag::LabelRole::kPrimary});
}

size_t VetFindingMatcher::MatchingCheck(const Diagnostic& theirs, source::Span line) {
  const auto of_line = by_line_.find(line.begin);
  if (of_line == by_line_.end()) {
    return ours_.size();
  }
  // Both engines traverse the data in the same order, so matches are usually at the front.
  std::deque<size_t>& open = of_line->second;
  while (!open.empty() && is_paired_[open.front()]) {
    open.pop_front();
  }
  const auto same = std::find_if(open.begin(), open.end(), [&](size_t i) {
    return !is_paired_[i] && IsSameInstance(ours_[i].path, theirs.path);
  });
  if (same != open.end()) {
    return *same;
  }
  // An aliased value has several paths; KCL's engine knows the first.
  const auto shared = std::find_if(open.begin(), open.end(), [&](size_t i) {
    return !is_paired_[i] && PlaceOf(ours_[i]) == PlaceOf(theirs);
  });
  return shared == open.end() ? ours_.size() : *shared;
}

size_t VetFindingMatcher::MatchingViolation(const Diagnostic& theirs) {
  size_t index = shapes_.At(theirs.path);
  if (index == FindingIndex::kNone) {
    index = shapes_.AtOrAbove(theirs.path);
  }
  if (index == FindingIndex::kNone && !theirs.path.empty()) {
    index = shapes_.AtOrBelow(theirs.path);
  }
  if (index == FindingIndex::kNone) {
    index = FindSharedSpan(PlaceOf(theirs));
  }
  return std::min(index, ours_.size());
}

// An aliased value has several paths; KCL's engine knows the first.
size_t VetFindingMatcher::FindSharedSpan(source::Span place) const {
  const auto [first, end] = by_place_.equal_range(place.begin);
  const auto open = std::find_if(first, end, [&](const auto& known) {
    return !is_paired_[known.second] && PlaceOf(ours_[known.second]) == place;
  });
  return open == end ? ours_.size() : open->second;
}

// The first violation that explains KCL's finding about the whole value's type.
size_t VetFindingMatcher::WholeOf(const Diagnostic& theirs) const {
  const bool may_be = IsAboutType(theirs) && theirs.has_path;
  return may_be ? std::min(shapes_.FirstRelated(theirs.path), ours_.size()) : ours_.size();
}

// The absent value for whose want an attribute could not be computed: the attribute without value that was
// read, or what that one could not be computed for itself.
size_t VetFindingMatcher::ReasonOf(const Diagnostic& theirs) {
  for (const diag::Label& label : theirs.labels) {
    if (label.role != diag::LabelRole::kSchema) {
      continue;
    }
    const size_t absent = absent_.FirstWithin(label.span);
    if (absent < ours_.size()) {
      return absent;
    }
    const size_t earlier = consequences_.FirstWithin(label.span);
    if (earlier < reasons_.size()) {
      return reasons_[earlier];
    }
  }
  return ours_.size();
}

}  // namespace kval::driver
