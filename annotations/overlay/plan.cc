#include "annotations/overlay/plan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "annotations/bind.h"
#include "annotations/overlay/functions.h"
#include "annotations/overlay_specs.h"
#include "src/diag/collector.h"
#include "src/lang/starlark/ops.h"
#include "src/support/native_stack.h"

namespace kval::annotations {
namespace {

using merge::Action;
using merge::CountKeyword;
using merge::Op;
using templating::Annotation;
using templating::AnnotationArgument;

constexpr std::string_view kNamespace = "overlay/";
constexpr std::array<std::string_view, 3> kCountKeywords = {"expects", "missing_ok", "when"};

constexpr diag::Def<std::string_view, std::string_view> kTwoActions{
    diag::Kind::kConflictingAnnotations,
    "`@{}` and `@{}` are on the same node, but only one operation is allowed"};
constexpr diag::Def<std::string_view, std::string_view> kTwoCounts{diag::Kind::kBadAnnotationArgument,
                                                                   "`{}` and `{}` are mutually exclusive"};
constexpr diag::Def<> kBadCount{diag::Kind::kBadAnnotationArgument,
                                "expected a number of matches: 1, \"1+\", a list of these, or a function"};
constexpr diag::Def<> kByOfDocument{
    diag::Kind::kBadAnnotationArgument,
    "`by` of a document must be a function, for a document has no key to compare"};
constexpr diag::Def<std::string> kNoPlace{diag::Kind::kBadAnnotationArgument,
                                          "`{}` requires `before=True` or `after=True`"};

struct ActionSpec {
  const Spec* spec;
  Action action;
};
const std::array<ActionSpec, 6> kActions = {{{&kOverlayMerge, Action::kMerge},
                                             {&kOverlayRemove, Action::kRemove},
                                             {&kOverlayReplace, Action::kReplace},
                                             {&kOverlayInsert, Action::kInsert},
                                             {&kOverlayAppend, Action::kAppend},
                                             {&kOverlayAssert, Action::kAssert}}};

std::string_view NodeName(AnnotationTarget target) {
  return target == kDocument ? "document" : target == kMapItem ? "map item" : "array item";
}

bool IsTrue(const AnnotationArgument* argument) {
  return argument != nullptr && starlark::Truth(argument->value);
}

}  // namespace

class PlanReader {
 public:
  PlanReader(OverlayPlan& plan, const OverlayContext& context) : plan_(plan), context_(context) {}

  void Node(const value::Value* name, AnnotationTarget target, source::Span place) {
    bool has_any = false;
    for (const Annotation& annotation : context_.table->Of(name)) {
      has_any = has_any || annotation.name.substr(0, kNamespace.size()) == kNamespace;
    }
    if (!has_any) {
      return;
    }
    diag::Collector errors;
    diag::Emitter emit(&errors);
    emit_ = &emit;
    Op& op = plan_.plan_.At(name);
    ReadMatch(name, target, place, op);
    ReadChildDefaults(name, target, place, op);
    ReadAction(name, target, place, op);
    for (diag::Diagnostic& failure : errors.Release()) {
      if (failure.severity == diag::Severity::kError) {
        ShowPlaces(target, place, failure);
      }
      context_.emit->Emit(std::move(failure));
    }
  }

  void Below(const value::Value& value) {
    NeedStack();
    if (value.kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value.entries()) {
        ItemBelow(entry.key, kMapItem, entry.key->span, *entry.value);
      }
    } else if (value.kind == value::Kind::kSequence) {
      for (const value::Value* item : value.items()) {
        ItemBelow(item, kArrayItem, item->span, *item);
      }
    }
  }

  // The following nodes are inside this one.
  void Enter(AnnotationTarget target, source::Span place) { around_.push_back({target, place}); }

 private:
  struct EnclosingNode {
    AnnotationTarget target;
    source::Span place;
  };

  void ItemBelow(const value::Value* name, AnnotationTarget target, source::Span place,
                 const value::Value& value) {
    Node(name, target, place);
    if (value.is_collection()) {
      Enter(target, place);
      Below(value);
      around_.pop_back();
    }
  }

  // The node and those around it, as ytt names them.
  void ShowPlaces(AnnotationTarget target, source::Span place, diag::Diagnostic& failure) const {
    const auto is_shown = [&failure](source::Span span) {
      return !span.has_value() ||
             std::any_of(failure.labels.begin(), failure.labels.end(),
                         [span](const diag::Label& label) { return label.span.begin == span.begin; });
    };
    if (!is_shown(place)) {
      const source::Span shown = target == kDocument ? source::Span{place.begin, place.begin} : place;
      failure.labels.push_back({shown, "on this " + std::string(NodeName(target))});
    }
    for (auto around = around_.rbegin(); around != around_.rend(); ++around) {
      if (!is_shown(around->place)) {
        const source::Span begin{around->place.begin, around->place.begin};
        failure.labels.push_back({begin, "in this " + std::string(NodeName(around->target))});
      }
    }
  }

  // The annotation of that name with its arguments checked; nothing when there is none, or it is faulty.
  std::optional<BoundAnnotation> Read(const value::Value* name, const Spec& spec, AnnotationTarget target,
                                      source::Span place, Op& op) {
    const Annotation* annotation = context_.table->Find(name, spec.name);
    if (annotation == nullptr) {
      return std::nullopt;
    }
    std::optional<BoundAnnotation> bound = Bind(*annotation, spec, target, place, *emit_);
    op.is_invalid = op.is_invalid || !bound;
    return bound;
  }

  void ReadMatch(const value::Value* name, AnnotationTarget target, source::Span place, Op& op) {
    const std::optional<BoundAnnotation> bound = Read(name, kOverlayMatch, target, place, op);
    if (!bound) {
      return;
    }
    op.has_match = true;
    op.match_span = bound->annotation().span;
    op.span = op.match_span;
    op.expects = ReadCounts(*bound, op);
    const AnnotationArgument* by = bound->Keyword("by");
    const bool is_requested =
        target != kDocument || plan_.documents_ == OverlayPlan::DocumentMatching::kMatched;
    if (by == nullptr || by->value.is_none() || !is_requested) {
      return;
    }
    const auto* keyed = by->value.AsHost<KeyMatcher>();
    if (keyed != nullptr && target != kDocument) {
      op.by = merge::MatchByKeyValue{keyed->key()};
    } else if (!by->value.is_string()) {
      plan_.matchers_.push_back(MakeMatcher(by->value, by->span, context_));
      op.by = plan_.matchers_.back().get();
    } else if (target == kDocument) {
      op.is_invalid = true;
      emit_->Report(by->span, kByOfDocument).Hint("by=overlay.subset({\"kind\": \"Deployment\"})").Emit();
    } else {
      op.by = merge::MatchByKeyValue{by->value.text()};
    }
  }

  void ReadChildDefaults(const value::Value* name, AnnotationTarget target, source::Span place, Op& op) {
    if (const std::optional<BoundAnnotation> bound =
            Read(name, kOverlayMatchChildDefaults, target, place, op)) {
      op.child_expects = ReadCounts(*bound, op);
    }
  }

  void ReadAction(const value::Value* name, AnnotationTarget target, source::Span place, Op& op) {
    const Annotation* first = nullptr;
    for (const ActionSpec& one : kActions) {
      const Annotation* annotation = context_.table->Find(name, one.spec->name);
      if (annotation == nullptr) {
        continue;
      }
      if (first != nullptr) {
        op.is_invalid = true;
        emit_->Report(annotation->span, kTwoActions, first->name, annotation->name)
            .Related(first->span, "the other one")
            .Emit();
        return;
      }
      first = annotation;
      op.action = one.action;
      op.span = annotation->span;
      if (const std::optional<BoundAnnotation> bound = Read(name, *one.spec, target, place, op)) {
        ReadActionArguments(*bound, op);
      }
    }
  }

  void ReadActionArguments(const BoundAnnotation& bound, Op& op) {
    op.or_add = IsTrue(bound.Keyword("or_add"));
    op.before = IsTrue(bound.Keyword("before"));
    op.after = IsTrue(bound.Keyword("after"));
    if (op.action == Action::kInsert && !op.before && !op.after) {
      InsertNowhere(bound, op);
    }
    const AnnotationArgument* via = bound.Keyword("via");
    if (via == nullptr || via->value.is_none()) {
      return;
    }
    if (op.action == Action::kAssert) {
      plan_.assertions_.push_back(MakeAssertion(via->value, via->span, context_));
      op.assertion = plan_.assertions_.back().get();
    } else {
      plan_.transforms_.push_back(MakeTransform(via->value, via->span, context_));
      op.transform = plan_.transforms_.back().get();
    }
  }

  // Source: ytt pkg/yttlibrary/overlay/insert_annotation.go, which requires any argument, whatever its value.
  void InsertNowhere(const BoundAnnotation& bound, Op& op) {
    if (bound.Keyword("before") != nullptr || bound.Keyword("after") != nullptr) {
      return;  // computed: this time there is nothing to be inserted
    }
    diag::DiagnosticBuilder report = emit_->Report(bound.annotation().span, kNoPlace, At(kOverlayInsert));
    if (bound.Keyword("via") != nullptr) {
      report.As(diag::Severity::kWarning).Hint("without it nothing is inserted");
    } else {
      op.is_invalid = true;
    }
    report.Emit();
  }

  std::optional<merge::Expectation> ReadCounts(const BoundAnnotation& bound, Op& op) {
    const AnnotationArgument* given = nullptr;
    for (const std::string_view keyword : kCountKeywords) {
      const AnnotationArgument* argument = bound.Keyword(keyword);
      if (argument == nullptr || argument->value.is_none()) {
        continue;
      }
      if (given != nullptr) {
        op.is_invalid = true;
        emit_->Report(argument->span, kTwoCounts, given->keyword, argument->keyword)
            .Related(given->span, "the other one")
            .Emit();
        return std::nullopt;
      }
      given = argument;
    }
    if (given == nullptr) {
      return std::nullopt;
    }
    merge::Expectation expected;
    expected.keyword = given->keyword == "when"         ? CountKeyword::kWhen
                       : given->keyword == "missing_ok" ? CountKeyword::kMissingOk
                                                        : CountKeyword::kExpects;
    expected.span = given->span;
    const bool is_good = given->keyword == "missing_ok" ? AddMissingOk(*given, expected)
                                                        : AddCount(given->value, given->span, expected, 0);
    if (!is_good) {
      op.is_invalid = true;
      emit_->Report(given->span, kBadCount).Emit();
      return std::nullopt;
    }
    return expected;
  }

  static bool AddMissingOk(const AnnotationArgument& argument, merge::Expectation& expected) {
    expected.ranges.push_back({argument.value.boolean() ? size_t{0} : size_t{1}, 1, nullptr});
    return true;
  }

  bool AddCount(starlark::Value value, source::Span at, merge::Expectation& expected, uint32_t depth) {
    if (value.kind() == starlark::Kind::kInt && value.integer() < 0) {
      return expected.keyword == CountKeyword::kWhen;  // never this many
    }
    if (value.kind() == starlark::Kind::kInt) {
      const auto count = static_cast<size_t>(value.integer());
      expected.ranges.push_back({count, count, nullptr});
      return true;
    }
    if (value.is_string()) {
      return AddAtLeast(value.text(), expected);
    }
    if (starlark::IsCallable(value)) {
      plan_.counts_.push_back(MakeCountMatcher(value, at, context_));
      expected.ranges.push_back({0, merge::kUnlimited, plan_.counts_.back().get()});
      return true;
    }
    const auto* list = value.As<starlark::List>();
    if (list == nullptr || depth > 10) {
      return false;
    }
    if (list->items().empty()) {  // refuses nothing
      expected.ranges.push_back({0, merge::kUnlimited, nullptr});
    }
    return std::ranges::all_of(
        list->items(), [&](const starlark::Value item) { return AddCount(item, at, expected, depth + 1); });
  }

  static bool AddAtLeast(std::string_view text, merge::Expectation& expected) {
    int64_t count = 0;
    // As Go reads integers, with a sign.
    text.remove_prefix(text.size() > 1 && text[0] == '+' && text[1] != '-' ? 1 : 0);
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, count);
    if (error != std::errc() || stop + 1 != end || *stop != '+') {
      return false;
    }
    expected.ranges.push_back({static_cast<size_t>(std::max<int64_t>(count, 0)), merge::kUnlimited, nullptr});
    return true;
  }

  OverlayPlan& plan_;
  const OverlayContext& context_;
  diag::Emitter* emit_ = nullptr;  // of the node whose annotations are being read
  std::vector<EnclosingNode> around_;
};

void OverlayPlan::Add(const templating::AnnotatedDocument& overlay, const OverlayContext& context) {
  PlanReader reader(*this, context);
  if (!context.table->empty()) {
    reader.Node(overlay.node, kDocument, overlay.span);
    reader.Enter(kDocument, overlay.span);
    reader.Below(*overlay.root);
  }
}

void OverlayPlan::Add(const value::Value& overlay, const OverlayContext& context) {
  PlanReader reader(*this, context);
  if (!context.table->empty()) {
    reader.Below(overlay);
  }
}

}  // namespace kval::annotations
