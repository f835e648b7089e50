// How many nodes an overlay's node matched, and the reports about it.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/merge/annotation_names.h"
#include "src/merge/key_text.h"
#include "src/merge/merger.h"
#include "src/merge/scalar_leaf.h"
#include "src/support/edit_distance.h"
#include "src/support/substitute.h"

namespace kval::merge {
namespace {

constexpr size_t kShownMatches = 10;

constexpr diag::Def<std::string, std::string, size_t> kWrongCount{diag::Kind::kExpectedMatches,
                                                                  "expected to match {} {}, but found {}"};
constexpr diag::Def<std::string, std::string, size_t> kMissing{diag::Kind::kMissingOkNeeded,
                                                               "expected to match {} {}, but found {}"};
constexpr diag::Def<std::string_view, std::string_view> kKinds{diag::Kind::kBadMerge,
                                                               "expected {} to merge into, found {}"};

constexpr diag::Def<std::string_view, std::string_view, std::string_view> kTwoCounts{
    diag::Kind::kBadAnnotationArgument, "`{}` and `{}` of `@{}` are mutually exclusive"};

std::string_view KeywordName(CountKeyword keyword) {
  switch (keyword) {
    case CountKeyword::kExpects:
      return "expects";
    case CountKeyword::kMissingOk:
      return "missing_ok";
    case CountKeyword::kWhen:
      return "when";
  }
  return "";
}

std::string RangeText(const CountRange& range) {
  if (range.matcher != nullptr) {
    return "a number that the function accepts of";
  }
  if (range.at_least == range.at_most) {
    return Substitute("exactly {}", range.at_least);
  }
  if (range.at_most == kUnlimited) {
    return Substitute("at least {}", range.at_least);
  }
  return Substitute("{} to {}", range.at_least, range.at_most);
}

std::string ExpectedText(const Expectation& expected) {
  std::string text;
  for (const CountRange& range : expected.ranges) {
    text += (text.empty() ? "" : " or ") + RangeText(range);
  }
  return text.empty() ? "none" : text;
}

bool IsOne(const Expectation& expected) {
  return expected.ranges.size() == 1 && expected.ranges[0].matcher == nullptr &&
         expected.ranges[0].at_least == 1 && expected.ranges[0].at_most == 1;
}

std::string NodeText(const OverlayFrame& frame, bool plural) {
  std::string text = std::string(NodeName(frame.kind)) + (plural ? "s" : "");
  if (frame.op != nullptr) {
    if (const MatchByKeyValue* by = std::get_if<MatchByKeyValue>(&frame.op->by)) {
      return text + Substitute(" with the same `{}`", by->key);
    }
    if (const MatchByIndex* by = std::get_if<MatchByIndex>(&frame.op->by)) {
      return text + Substitute(" at index {}", by->index);
    }
    if (!std::holds_alternative<MatchByItemKey>(frame.op->by)) {
      return text;
    }
  }
  return frame.kind == OverlayNodeKind::kMapItem ? text + Substitute(" with key `{}`", KeyText(*frame.name))
                                                 : text;
}

std::string KindWithArticle(const value::Value& key) {
  const std::string kind(value::KindName(key.kind));
  return (kind[0] == 'i' ? "an " : "a ") + kind;
}

// The key of the map that is written like `key`, but with or without quotes; null when there is none.
const value::Value* SameTextOfAnotherKind(const value::Value& key, const value::Value* left_map) {
  for (const value::Entry& entry :
       left_map == nullptr ? std::span<const value::Entry>() : left_map->entries()) {
    if (entry.key->kind != key.kind && !entry.key->is_collection() && KeyText(*entry.key) == KeyText(key)) {
      return entry.key;
    }
  }
  return nullptr;
}

std::string MissingHint(const OverlayFrame& frame, const value::Value* left_map) {
  if (!MatchesByOwnKey(frame)) {
    return {};
  }
  std::vector<std::string_view> keys;
  for (const value::Entry& entry :
       left_map == nullptr ? std::span<const value::Entry>() : left_map->entries()) {
    if (entry.key->kind == value::Kind::kString) {
      keys.push_back(entry.key->raw);
    }
  }
  if (const value::Value* same = SameTextOfAnotherKind(*frame.name, left_map)) {
    return Substitute("`{}` is {} here and {} there: quotes around a key make it a string", KeyText(*same),
                      KindWithArticle(*frame.name), KindWithArticle(*same));
  }
  if (const std::vector<std::string_view> steps = SplitKey(frame.name->raw);
      steps.size() > 1 && left_map != nullptr && At(*left_map, std::span(steps).first(1)) != nullptr) {
    return Substitute("a dot does not lead into a map: write `{}:` below `{}:`", steps.back(),
                      frame.name->raw.substr(0, frame.name->raw.size() - steps.back().size() - 1));
  }
  const std::string add = Substitute("put `#@{} missing_ok=True` above it", kMatchAnnotation);
  const std::string_view near = Nearest(frame.name->raw, keys);
  if (!near.empty()) {
    return Substitute("did you mean `{}`? To add a new key, {}", near, add);
  }
  return "to add a new key, " + add;
}

// The key among those of `path` that names a key within a map, as in `metadata.name`; empty when there is
// none.
std::string_view DottedKeyOf(std::span<const std::string_view> path,
                             const std::vector<const value::Value*>& lefts) {
  for (const std::string_view key : path) {
    const std::vector<std::string_view> parts = SplitKey(key);
    const bool is_there = parts.size() > 1 && std::ranges::any_of(lefts, [&parts](const value::Value* left) {
                            return At(*left, parts) != nullptr;
                          });
    if (is_there) {
      return key;
    }
  }
  return {};
}

// `{"metadata": {"name": …}}`
std::string AsNestedDicts(std::string_view dotted) {
  std::string before, following;
  for (const std::string_view part : SplitKey(dotted)) {
    before += Substitute("{\"{}\": ", part);
    following += "}";
  }
  return "`" + before + "…" + following + "`";
}

// The candidates of a match, shown in labels so that redaction covers their text.
struct Searched {
  std::vector<const value::Value*> shown;
  std::string text;
};

// `expected` was looked for at `path` of each of the values.
Searched SearchedAt(const ScalarLeaf& required, const std::vector<const value::Value*>& lefts) {
  constexpr size_t kShown = 6;
  Searched seen;
  std::vector<std::string> strings;
  size_t others = 0;
  for (const value::Value* left : lefts) {
    const value::Value* have = At(*left, required.path);
    if (have == nullptr || have->is_collection()) {
      continue;
    }
    if (SameKey(*have, *required.value)) {
      return {};
    }
    std::string text = KeyText(*have);
    if (std::find(strings.begin(), strings.end(), text) != strings.end()) {
      continue;
    }
    if (strings.size() == kShown) {
      ++others;
      continue;
    }
    seen.shown.push_back(have);
    strings.push_back(std::move(text));
  }
  if (required.path.empty()) {
    seen.text = Substitute("{} never matches a map; name the key: overlay.subset({\"kind\": …})",
                           KindWithArticle(*required.value));
    return seen;
  }
  std::string path;
  for (const std::string_view key : required.path) {
    path += (path.empty() ? "" : ".") + std::string(key);
  }
  if (strings.empty()) {
    seen.text = lefts.empty() ? "nothing is there to be matched" : Substitute("nothing there has `{}`", path);
    if (const std::string_view dotted = DottedKeyOf(required.path, lefts); !dotted.empty()) {
      seen.text =
          Substitute("`{}` is one key there; for a key within a map write {}", dotted, AsNestedDicts(dotted));
    }
    return seen;
  }
  const std::string_view near =
      Nearest(KeyText(*required.value), std::vector<std::string_view>(strings.begin(), strings.end()));
  seen.text = near.empty() ? std::string() : Substitute("did you mean `{}`? ", near);
  seen.text += Substitute("`{}` there is ", path);
  for (size_t i = 0; i < strings.size(); ++i) {
    seen.text += (i == 0 ? "`" : ", `") + strings[i] + "`";
  }
  seen.text += others == 0 ? "" : Substitute(" and {} others", others);
  return seen;
}

Searched SearchedBy(const OverlayFrame& frame, std::span<const value::Value* const> parts,
                    const std::vector<const value::Value*>& lefts) {
  if (frame.op == nullptr) {
    return {};
  }
  if (const auto* by = std::get_if<MatchByKeyValue>(&frame.op->by)) {
    const value::Value* required =
        frame.value->kind == value::Kind::kMapping ? value::Find(*frame.value, by->key) : nullptr;
    return required == nullptr ? Searched() : SearchedAt({{by->key}, required}, lefts);
  }
  for (const value::Value* part : parts) {
    for (const ScalarLeaf& leaf : CollectScalarLeaves(*part)) {
      if (Searched seen = SearchedAt(leaf, lefts); !seen.text.empty()) {
        return seen;
      }
    }
  }
  return {};
}

}  // namespace

bool MatchesByOwnKey(const OverlayFrame& frame) {
  return frame.kind == OverlayNodeKind::kMapItem &&
         (frame.op == nullptr || std::holds_alternative<MatchByItemKey>(frame.op->by));
}

void FrameCaller::Show(const std::function<void(source::Span place, std::string what)>& show) const {
  const bool is_document = frame_.kind == OverlayNodeKind::kDocument && frame_.span.has_value();
  show(is_document ? source::Span{frame_.span.begin, frame_.span.begin} : frame_.span,
       "on this " + std::string(NodeName(frame_.kind)));
  for (const OverlayFrame* at = frame_.parent; at != nullptr; at = at->parent) {
    if (at->span.has_value()) {
      show({at->span.begin, at->span.begin}, "in this " + std::string(NodeName(at->kind)));
    }
  }
}

std::string_view NodeName(OverlayNodeKind kind) {
  switch (kind) {
    case OverlayNodeKind::kDocument:
      return "document";
    case OverlayNodeKind::kMapItem:
      return "map item";
    case OverlayNodeKind::kArrayItem:
      return "array item";
  }
  return "";
}

Action Merger::GetAction(const OverlayFrame& frame) const {
  if (frame.op != nullptr && (frame.op->action != Action::kMerge || frame.op->has_match)) {
    return frame.op->action;
  }
  // Array items without any annotation that says otherwise are added.
  if (frame.kind == OverlayNodeKind::kArrayItem && (frame.op == nullptr || !frame.op->span.has_value())) {
    return Action::kAppend;
  }
  return Action::kMerge;
}

std::span<const value::Value* const> GetRequiredParts(const OverlayFrame& frame) {
  const auto* matcher = frame.op == nullptr ? nullptr : std::get_if<const Matcher*>(&frame.op->by);
  return matcher == nullptr ? std::span<const value::Value* const>() : (*matcher)->Parts();
}

std::optional<size_t> GetSelectedIndex(const OverlayFrame& frame) {
  if (frame.op == nullptr) {
    return std::nullopt;
  }
  std::optional<int64_t> index;
  if (const MatchByIndex* by = std::get_if<MatchByIndex>(&frame.op->by)) {
    index = by->index;
  } else if (const auto* matcher = std::get_if<const Matcher*>(&frame.op->by)) {
    index = (*matcher)->Index();
  }
  return index ? std::optional<size_t>(*index < 0 ? kUnlimited : static_cast<size_t>(*index)) : std::nullopt;
}

std::optional<bool> Merger::EvaluateMatcher(const OverlayFrame& frame, const Candidate& left) {
  if (const MatchByIndex* by = std::get_if<MatchByIndex>(&frame.op->by)) {
    return by->index >= 0 && static_cast<size_t>(by->index) == left.index;
  }
  const std::optional<bool> matches =
      std::get<const Matcher*>(frame.op->by)->Matches(left, *frame.value, FrameCaller(frame));
  ok_ = ok_ && matches.has_value();
  return matches;
}

ChildCounts Merger::GetMatchCounts(const OverlayFrame& frame) const {
  ChildCounts counts = frame.parent == nullptr ? ChildCounts() : frame.parent->child_counts;
  if (frame.op != nullptr && frame.op->expects) {
    counts.at(static_cast<size_t>(frame.op->expects->keyword)) = &*frame.op->expects;
  }
  return counts;
}

const Expectation& Merger::GetExpectation(const OverlayFrame& frame) const {
  static const Expectation kOne = Expectation::Exactly(1);
  static const Expectation kOptional = Expectation::Optional();
  for (const Expectation* count : GetMatchCounts(frame)) {
    if (count != nullptr) {
      return *count;
    }
  }
  return plan_.defaults() == Defaults::kPlain ? kOptional : kOne;
}

bool Merger::Contradicts(const OverlayFrame& frame) {
  const Expectation* first = nullptr;
  for (const Expectation* count : GetMatchCounts(frame)) {
    if (first != nullptr && count != nullptr) {
      ReportTwoCounts(*first, *count, frame);
      return true;
    }
    first = count == nullptr ? first : count;
  }
  return false;
}

void Merger::ReportTwoCounts(const Expectation& first, const Expectation& second, const OverlayFrame& frame) {
  const Expectation* own = frame.op != nullptr && frame.op->expects ? &*frame.op->expects : nullptr;
  const Expectation& shown = own == &first ? first : second;
  const Expectation& other = own == &first ? second : first;
  diag::DiagnosticBuilder report =
      context_.emit->Report(own == nullptr ? frame.span : shown.span, kTwoCounts, KeywordName(shown.keyword),
                            KeywordName(other.keyword), kMatchChildDefaultsAnnotation);
  if (own == nullptr) {
    report.Related(shown.span, "this one");
  }
  report.Related(other.span, own == nullptr ? "and this one" : "applies to all nodes below it");
  if (own != nullptr) {
    report.Related(frame.span, "on this " + std::string(NodeName(frame.kind)));
  }
  report.Hint(
      Substitute("specify `{}=` here too, or remove it from the defaults", KeywordName(other.keyword)));
  Emit(std::move(report), frame);
}

Merger::MatchCountResult Merger::Validate(size_t count, const OverlayFrame& frame) {
  const bool is_trivial =
      frame.op == nullptr && (frame.parent == nullptr || frame.parent->child_counts == ChildCounts());
  if (is_trivial && (count == 1 || (count == 0 && plan_.defaults() == Defaults::kPlain))) {
    return MatchCountResult::kApply;  // nearly all nodes
  }
  if (Contradicts(frame)) {
    return MatchCountResult::kError;
  }
  const Expectation& expected = GetExpectation(frame);
  for (const CountRange& range : expected.ranges) {
    if (range.matcher == nullptr) {
      if (count >= range.at_least && count <= range.at_most) {
        return MatchCountResult::kApply;
      }
      continue;
    }
    const std::optional<bool> accepted = range.matcher->Accepts(count, FrameCaller(frame));
    if (!accepted) {
      ok_ = false;
      return MatchCountResult::kError;
    }
    if (*accepted) {
      return MatchCountResult::kApply;
    }
  }
  return expected.keyword == CountKeyword::kWhen ? MatchCountResult::kSkip : MatchCountResult::kWrong;
}

void Merger::ReportCount(const std::vector<source::Span>& found, const OverlayFrame& frame,
                         const value::Value* left_map, const std::vector<const value::Value*>& searched) {
  const Expectation& expected = GetExpectation(frame);
  const bool is_implied =
      found.empty() && MatchesByOwnKey(frame) && IsOne(expected) && !expected.span.has_value();
  diag::DiagnosticBuilder report =
      context_.emit->Report(frame.span, is_implied ? kMissing : kWrongCount, ExpectedText(expected),
                            NodeText(frame, !IsOne(expected)), found.size());
  if (expected.span.has_value()) {
    report.Related(expected.span, "expected here");
  } else if (frame.op != nullptr && frame.op->match_span.has_value()) {
    report.Related(frame.op->match_span, "matched by this");
  }
  for (size_t i = 0; i < std::min(found.size(), kShownMatches); ++i) {
    report.Related(found[i], "matches");
  }
  if (left_map != nullptr && found.empty()) {
    report.Related(left_map->span.has_value() ? source::Span{left_map->span.begin, left_map->span.begin}
                                              : source::Span(),
                   "searched in this map");
  }
  const bool looks = found.empty() && hint_steps_ < kMaxHintSteps;
  hint_steps_ += searched.size() + (looks && left_map != nullptr ? left_map->entries().size() : 0);
  std::string hint = looks ? MissingHint(frame, left_map) : std::string();
  const Searched seen = found.empty() ? SearchedBy(frame, GetRequiredParts(frame), searched) : Searched();
  if (hint.empty() && !seen.text.empty()) {
    for (const value::Value* value : seen.shown) {
      report.Related(value->span, "searched here");
    }
    hint = seen.text;
  }
  if (!hint.empty()) {
    report.Hint(hint);
  }
  Emit(std::move(report), frame);
}

void Merger::ReportKinds(const value::Value& left, const OverlayFrame& frame) {
  const std::string_view required = value::KindName(frame.value->kind);
  const std::string_view have = value::KindName(left.kind);
  diag::DiagnosticBuilder report = context_.emit->Report(frame.span, kKinds, required, have);
  report.Related(left.span, std::string(have) + " here")
      .Expected(std::string(required))
      .Found(std::string(have));
  report.Hint(plan_.defaults() == Defaults::kPlain
                  ? Substitute("to replace the existing value, set it with `#@{}` in a document with `#@{}`",
                               kReplaceAnnotation, kDataValuesAnnotation)
                  : Substitute("to replace the existing value, use `#@{}`", kReplaceAnnotation));
  Emit(std::move(report), frame);
}

bool Merger::IsValidated(const OverlayFrame& frame) const {
  if (!context_.is_validated) {
    return true;
  }
  std::vector<const value::Value*> keys;
  for (const OverlayFrame* at = &frame; at != nullptr && at->kind == OverlayNodeKind::kMapItem;
       at = at->parent) {
    keys.push_back(at->name);
  }
  std::reverse(keys.begin(), keys.end());
  return context_.is_validated(keys);
}

void Merger::Bad(const OverlayFrame& frame, std::string message, std::string hint) {
  source::Span at = frame.span;
  if (frame.op != nullptr) {
    at = frame.op->span.has_value()         ? frame.op->span
         : frame.op->match_span.has_value() ? frame.op->match_span
                                            : at;
  }
  diag::DiagnosticBuilder report = context_.emit->ReportText(at, diag::Kind::kBadOverlay, std::move(message));
  if (at != frame.span) {
    report.Related(frame.span, "on this " + std::string(NodeName(frame.kind)));
  }
  if (!hint.empty()) {
    report.Hint(std::move(hint));
  }
  Emit(std::move(report), frame);
}

void Merger::Emit(diag::DiagnosticBuilder report, const OverlayFrame& frame) {
  ok_ = false;
  EmitAt(std::move(report), frame);
}

void EmitAt(diag::DiagnosticBuilder report, const OverlayFrame& frame) {
  diag::Path path;
  for (const OverlayFrame* at = &frame; at != nullptr; at = at->parent) {
    if (at->kind == OverlayNodeKind::kMapItem) {
      path.push_back(diag::PathStep::Key(KeyText(*at->name)));
    } else if (at->kind == OverlayNodeKind::kArrayItem) {
      path.push_back(diag::PathStep::Index(at->index));
    }
  }
  FrameCaller(frame).Show([&report, &frame](source::Span place, std::string what) {
    if (place.begin != frame.span.begin) {
      report.Related(place, std::move(what));
    }
  });
  std::reverse(path.begin(), path.end());
  report.At(std::move(path)).Emit();
}

}  // namespace kval::merge
