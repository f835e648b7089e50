#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/check/describe.h"
#include "src/check/union_discriminator.h"
#include "src/findings/fixes.h"
#include "src/findings/headlines.h"
#include "src/findings/mismatch_reasons.h"
#include "src/findings/origin_labels.h"
#include "src/findings/render_violation.h"
#include "src/findings/required_keys.h"
#include "src/value/compare.h"
#include "src/value/hash.h"

namespace kval::findings {
namespace {

using diag::Def;
using Text = std::string_view;

constexpr Def<> kNever{diag::Kind::kNeverValid, "the schema allows no value here"};
constexpr Def<Text> kNoOperandHolds{diag::Kind::kNoUnionMember, "{}"};
constexpr Def<Text> kSeveralHold{diag::Kind::kExactlyOne, "{}"};
constexpr Def<Text> kNot{diag::Kind::kNot, "{}"};
constexpr Def<Text, Text> kDependent{diag::Kind::kDependentKey, "key `{}` is missing, which `{}` requires"};
constexpr Def<Text, Text, int64_t> kItems{diag::Kind::kContains, "expected {} {} in the array, found {}"};
constexpr Def<Text> kInvalidDiscriminator{diag::Kind::kNoUnionMember, "expected {}"};
constexpr Def<Text> kKeyName{diag::Kind::kKeyNotAllowed, "key `{}` is not allowed here"};

// The name of a type in a sentence: its title, or its kind.
std::string NameOf(const types::Model& model, types::TypeId id) {
  const std::string& title =
      model.Get(id).doc->title.empty() ? model.Resolve(id).doc->title : model.Get(id).doc->title;
  return title.empty() ? types::TypeName(model, id) : title;
}

// The type has no description other than being a schema.
bool HasNoName(const types::Model& model, types::TypeId id) {
  return std::holds_alternative<types::Any>(model.Resolve(id).shape) &&
         NameOf(model, id) == types::TypeName(model, id);
}

bool AcceptsAnything(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  return std::holds_alternative<types::Any>(type.shape) && type.rules.empty();
}

// Whether the untitled name describes the type completely: a string of any length, any map.
bool IsAllInName(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  if (!model.Get(id).doc->title.empty() || !type.doc->title.empty()) {
    return true;
  }
  if (!type.rules.empty()) {
    return false;
  }
  if (const auto* list = std::get_if<types::List>(&type.shape)) {
    return list->prefix.empty() && (list->open || AcceptsAnything(model, list->item));
  }
  if (const auto* record = std::get_if<types::Record>(&type.shape)) {
    return record->open && record->fields.empty() && record->key_rules.empty();
  }
  const auto* choice = std::get_if<types::Union>(&type.shape);
  return choice == nullptr
             ? !std::holds_alternative<types::Any>(type.shape)
             : std::all_of(choice->variants.begin(), choice->variants.end(), [&](types::TypeId arm) {
                 const types::Type& member = model.Resolve(arm);
                 return member.rules.empty() && (std::holds_alternative<types::Scalar>(member.shape) ||
                                                 std::holds_alternative<types::Null>(member.shape) ||
                                                 std::holds_alternative<types::Literal>(member.shape));
               });
}

// "a, b or c".
std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : (i + 1 == names.size() ? " or " : ", ")) + names[i];
  }
  return text;
}

std::vector<std::string> NamesListed(const types::Model& model, const std::vector<types::TypeId>& types) {
  std::vector<std::string> names;
  for (types::TypeId type : types) {
    const std::string name = NameOf(model, type);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

std::string NamesOf(const types::Model& model, const std::vector<types::TypeId>& types) {
  return Joined(NamesListed(model, types));
}

// All values that one of the types lists, each once.
std::vector<const value::Value*> ValuesOf(const types::Model& model,
                                          const std::vector<types::TypeId>& types) {
  const auto hash = [](const value::Value* v) { return static_cast<size_t>(value::Hash(*v)); };
  const auto equal = [](const value::Value* a, const value::Value* b) { return value::Equal(*a, *b); };
  std::unordered_set<const value::Value*, decltype(hash), decltype(equal)> seen(16, hash, equal);
  std::vector<const value::Value*> values;
  for (types::TypeId type : types) {
    for (const value::Value* listed : check::AllowedValues(model, type)) {
      if (seen.insert(listed).second) {
        values.push_back(listed);
      }
    }
  }
  return values;
}

// As many of them as a line shows.
std::string TextOf(const std::vector<const value::Value*>& values) {
  constexpr size_t kMost = 9;
  std::vector<std::string> strings;
  for (size_t i = 0; i < std::min(values.size(), kMost); ++i) {
    strings.push_back(value::Abbreviate(*values[i]));
  }
  if (values.size() > kMost) {
    strings.push_back(std::to_string(values.size() - kMost) + " others");
  }
  return Joined(strings);
}

// The key that the violation is about, or null if it is about the value.
const value::Value* ChildOf(const check::Violation& inner) {
  if (const auto* unknown = inner.As<check::violation::UnknownKey>()) {
    return unknown->key;
  }
  if (const auto* broken = inner.As<check::violation::BrokenKeyRule>()) {
    return broken->key;
  }
  if (const auto* dependent = inner.As<check::violation::DependentKey>()) {
    return dependent->because;
  }
  const auto* name = inner.As<check::violation::KeyName>();
  return name == nullptr ? nullptr : name->key;
}

// The location of a violation inside the value.
source::Span PlaceIn(const check::Violation& inner) {
  const value::Value* const child = ChildOf(inner);
  return child == nullptr ? check::PlaceOf(inner.key, *inner.value) : child->span;
}

diag::Path PathIn(const check::Violation& inner) {
  diag::Path path = inner.path;
  const auto* missing = inner.As<check::violation::MissingKey>();
  const auto* dependent = inner.As<check::violation::DependentKey>();
  if (missing != nullptr || dependent != nullptr) {
    path.push_back(diag::PathStep::Key(missing != nullptr ? missing->name : dependent->name));
  } else if (const value::Value* child = ChildOf(inner)) {
    path.push_back(check::StepOf(*child));
  }
  return path;
}

const types::Contains& ContainsOf(const check::Violation& error) {
  return std::get<types::Contains>(std::get<types::Assertion>(error.rule->test));
}

std::string CountText(const types::Contains& contains) {
  const bool is_bounded = contains.at_most != types::Count::kUnbounded;
  const std::string least = std::to_string(contains.at_least);
  if (!is_bounded) {
    return "at least " + least;
  }
  const std::string most = std::to_string(contains.at_most);
  return contains.at_least <= 0                  ? "at most " + most
         : contains.at_least == contains.at_most ? "exactly " + most
                                                 : least + " to " + most;
}

// Which items are counted: "of string", "item equal to 80".
std::string ItemsText(const types::Model& model, const types::Contains& contains) {
  const std::vector<const value::Value*> values = check::AllowedValues(model, contains.item);
  if (values.empty() && IsAllInName(model, contains.item)) {
    return "of " + NameOf(model, contains.item);
  }
  const int64_t last = contains.at_most == types::Count::kUnbounded ? contains.at_least : contains.at_most;
  return std::string(last == 1 ? "item " : "items ") +
         (values.empty() ? "as the schema describes" : "equal to " + TextOf(values));
}

// The one key that must not be in the map, where it is there; else null.
const value::Value* KeyThatMustNotBe(const value::Value& map, types::TypeId excluded,
                                     const types::Model& model) {
  const std::vector<std::string>* keys = OnlyRequiredKeys(model, excluded);
  if (keys == nullptr || keys->size() != 1 || map.kind != value::Kind::kMapping) {
    return nullptr;
  }
  for (const value::Entry& entry : map.entries()) {
    if (check::KeyName(*entry.key) == keys->front()) {
      return entry.key;
    }
  }
  return nullptr;
}

class AssertionRenderer {
 public:
  AssertionRenderer(const check::Violation& error, const types::Model& model, check::ValidationState& worker,
                    diag::Emitter& emit)
      : error_(error),
        model_(model),
        worker_(worker),
        emit_(emit),
        place_(check::PlaceOf(error.key, *error.value)) {}

  void Report(const check::violation::NeverAllowed& /*never*/) {
    const types::Type& type = model_.Resolve(error_.type);
    if (!worker_.IsNew(place_, kNever.kind, error_.path)) {
      return;
    }
    diag::DiagnosticBuilder builder = emit_.Report(place_, kNever);
    builder.At(error_.path).Found(check::FoundName(*error_.value)).Label("no value is allowed here");
    if (type.span.has_value()) {
      builder.Schema(type.span, "the schema refuses every value here");
    }
    AddOrigins(*error_.value, builder);
    builder.Emit();
  }

  void Report(const check::violation::NoneHolds& none) {
    if (!worker_.IsNew(place_, kNoOperandHolds.kind, error_.path)) {
      return;
    }
    const std::string keys = RequiredKeysText(model_, none.types, "and", "or");
    const std::vector<MismatchReason> reasons =
        none.considered == 0 || !keys.empty()
            ? std::vector<MismatchReason>()
            : ExplainMismatch(*error_.value, none.types, check::Validator::ValidationScope::kBoth, model_,
                              worker_);
    // A key that all alternatives require and the value lacks is the cause.
    const bool is_common =
        reasons.size() == 1 && reasons[0].first.value != nullptr && none.types.size() <= kMaxReasons;
    if (is_common) {
      AllSay(reasons[0].first, none.types.size());
      return;
    }
    diag::DiagnosticBuilder builder = emit_.Report(place_, kNoOperandHolds, HeadlineOf(error_, none, model_));
    builder.At(error_.path).Found(value::Abbreviate(*error_.value));
    const bool has_names = std::none_of(none.types.begin(), none.types.end(), [&](types::TypeId type) {
      return HasNoName(model_, type) || NameOf(model_, type) == check::FoundName(*error_.value);
    });
    if (has_names || !keys.empty()) {
      builder.Expected(has_names ? NamesOf(model_, none.types) : keys);
    }
    if (!reasons.empty() && !reasons.front().first.path.empty()) {
      const check::Violation& inner = reasons.front().first;
      builder.Related(check::PlaceOf(inner.key, *inner.value), Headline(inner, model_));
    }
    AddSchema(builder, "one of these must match");
    for (const MismatchReason& reason : reasons) {
      builder.Note(reason.text);
    }
    AddOrigins(*error_.value, builder);
    builder.Emit();
  }

  void Report(const check::violation::InvalidChoice& choice) {
    if (!worker_.IsNew(place_, kInvalidDiscriminator.kind, error_.path)) {
      return;
    }
    const std::vector<const value::Value*> values = ValuesOf(model_, choice.types);
    worker_.Spend(values.size());
    diag::DiagnosticBuilder builder = emit_.Report(place_, kInvalidDiscriminator, TextOf(values));
    builder.At(error_.path).Found(value::Abbreviate(*error_.value)).Expected(TextOf(values));
    if (worker_.CanCompareMembers(values.size())) {
      builder.Hint(check::HintForMember(*error_.value, values)).Fix(MemberFix(*error_.value, values));
    }
    AddSchema(builder, "the value selects one of these");
    AddOrigins(*error_.value, builder);
    builder.Emit();
  }

  void Report(const check::violation::SeveralHold& several) {
    diag::DiagnosticBuilder builder = emit_.Report(place_, kSeveralHold, HeadlineOf(error_, several, model_));
    builder.At(error_.path).Found(value::Abbreviate(*error_.value));
    AddSchema(builder, "exactly one of these must match");
    for (types::TypeId type : several.types) {
      if (model_.Get(type).span.has_value()) {
        builder.Schema(model_.Get(type).span, "this one matches");
      }
    }
    builder.Emit();
  }

  void Report(const check::violation::ExcludedTypeHolds& excluded) {
    const value::Value* key = KeyThatMustNotBe(*error_.value, excluded.type, model_);
    diag::DiagnosticBuilder builder =
        emit_.Report(key == nullptr ? place_ : key->span, kNot, HeadlineOf(error_, excluded, model_));
    diag::Path path = error_.path;
    if (key != nullptr) {
      path.push_back(check::StepOf(*key));
    }
    builder.At(std::move(path))
        .Found(key == nullptr ? value::Abbreviate(*error_.value) : check::KeyName(*key));
    AddSchema(builder,
              key == nullptr ? "the schema that the value must not match" : "this key is rejected here");
    AddOrigins(*error_.value, builder);
    builder.Emit();
  }

  void Report(const check::violation::DependentKey& dependent) {
    const std::string because = check::KeyName(*dependent.because);
    diag::DiagnosticBuilder builder =
        emit_.Report(dependent.because->span, kDependent, dependent.name, because);
    diag::Path path = error_.path;
    path.push_back(diag::PathStep::Key(dependent.name));
    builder.At(std::move(path)).Label("`" + because + "` is set here");
    AddSchema(builder, "required here");
    builder.Emit();
  }

  void Report(const check::violation::ItemCount& items) {
    const types::Contains& contains = ContainsOf(error_);
    diag::DiagnosticBuilder builder =
        emit_.Report(place_, kItems, CountText(contains), ItemsText(model_, contains), items.count);
    builder.At(error_.path);
    AddSchema(builder, "items like this are wanted");
    AddOrigins(*error_.value, builder);
    builder.Emit();
  }

  void Report(const check::violation::KeyName& name) {
    diag::Path path = error_.path;
    path.push_back(check::StepOf(*name.key));
    diag::DiagnosticBuilder builder = emit_.Report(name.key->span, kKeyName, check::KeyName(*name.key));
    builder.At(std::move(path));
    for (const MismatchReason& reason :
         ExplainMismatch(*name.key, {name.type}, check::Validator::ValidationScope::kBoth, model_, worker_)) {
      if (reason.first.value != nullptr) {
        builder.Label(Headline(reason.first, model_));
      }
    }
    AddSchema(builder, "what keys must be is stated here");
    builder.Emit();
  }

 private:
  // A violation common to several schemas points to all of them.
  void AllSay(const check::Violation& inner, size_t count) {
    const value::Value* const child = ChildOf(inner);
    const bool is_whole = inner.path.empty() && child == nullptr;
    const source::Span place = is_whole ? place_ : PlaceIn(inner);
    diag::DiagnosticBuilder builder =
        emit_.Report(place.has_value() ? place : place_, kNoOperandHolds, Headline(inner, model_));
    diag::Path path = error_.path;
    for (diag::PathStep& step : PathIn(inner)) {
      path.push_back(std::move(step));
    }
    builder.At(std::move(path)).Found(value::Abbreviate(child == nullptr ? *inner.value : *child));
    AddSchema(builder, "one of these must match");
    builder.Note("all " + std::to_string(count) + " schemas allowed here report this");
    AddOrigins(*error_.value, builder);
    builder.Emit();
  }

  void AddSchema(diag::DiagnosticBuilder& builder, std::string text) const {
    if (error_.rule->span.has_value()) {
      builder.Schema(error_.rule->span, std::move(text));
    }
  }

  const check::Violation& error_;
  const types::Model& model_;
  check::ValidationState& worker_;
  diag::Emitter& emit_;
  source::Span place_;
};

}  // namespace

std::string HeadlineOf(const check::Violation& /*error*/, const check::violation::NeverAllowed& /*never*/,
                       const types::Model& /*model*/) {
  return std::string(kNever.format);
}

std::string HeadlineOf(const check::Violation& error, const check::violation::NoneHolds& none,
                       const types::Model& model) {
  if (const std::string keys = RequiredKeysText(model, none.types, "and", "or"); !keys.empty()) {
    return "required keys are missing: " + keys;
  }
  const std::vector<std::string> names = NamesListed(model, none.types);
  const std::string found = check::FoundName(*error.value);
  // "expected map, found map" has no information.
  const bool says_what_is_wrong =
      none.considered == 0 && std::find(names.begin(), names.end(), found) == names.end();
  return says_what_is_wrong ? "expected " + Joined(names) + ", found " + found
                            : "value fits none of the " + std::to_string(none.types.size()) +
                                  " schemas that are allowed here";
}

std::string HeadlineOf(const check::Violation& /*error*/, const check::violation::InvalidChoice& choice,
                       const types::Model& model) {
  return Substitute(kInvalidDiscriminator.format, TextOf(ValuesOf(model, choice.types)));
}

std::string HeadlineOf(const check::Violation& /*error*/, const check::violation::SeveralHold& several,
                       const types::Model& model) {
  if (const std::string keys = RequiredKeysText(model, several.types, "with", "and"); !keys.empty()) {
    return keys + " exclude each other";
  }
  const std::string keys = ExclusiveKeysText(model, several.types);
  return keys.empty() ? "value matches " + std::to_string(several.types.size()) + " of " +
                            std::to_string(several.count) + " schemas, and exactly 1 must match"
                      : "only one of " + keys + " can be set";
}

std::string HeadlineOf(const check::Violation& error, const check::violation::ExcludedTypeHolds& excluded,
                       const types::Model& model) {
  const types::TypeId type = excluded.type;
  if (AcceptsAnything(model, type)) {
    return std::string(kNever.format);
  }
  if (const std::string keys = RequiredKeysText(model, {type}, "and", ""); !keys.empty()) {
    const bool is_one = OnlyRequiredKeys(model, type)->size() == 1;
    return (is_one ? "key " + keys + " must not be here" : "keys " + keys + " must not be here together");
  }
  if (!error.value->is_collection() && !check::AllowedValues(model, type).empty()) {
    return "value must not be " + value::Abbreviate(*error.value);
  }
  return IsAllInName(model, type) ? "value must not be " + NameOf(model, type)
                                  : "value must not be as the schema describes here";
}

std::string HeadlineOf(const check::Violation& /*error*/, const check::violation::DependentKey& dependent,
                       const types::Model& /*model*/) {
  return Substitute(kDependent.format, dependent.name, check::KeyName(*dependent.because));
}

std::string HeadlineOf(const check::Violation& error, const check::violation::ItemCount& items,
                       const types::Model& model) {
  return Substitute(kItems.format, CountText(ContainsOf(error)), ItemsText(model, ContainsOf(error)),
                    items.count);
}

std::string HeadlineOf(const check::Violation& /*error*/, const check::violation::KeyName& name,
                       const types::Model& /*model*/) {
  return Substitute(kKeyName.format, check::KeyName(*name.key));
}

template <typename Assertion>
void ReportAssertion(const check::Violation& error, const Assertion& violated, const types::Model& model,
                     check::ValidationState& worker, diag::Emitter& emit) {
  AssertionRenderer(error, model, worker, emit).Report(violated);
}

template void ReportAssertion(const check::Violation&, const check::violation::NeverAllowed&,
                              const types::Model&, check::ValidationState&, diag::Emitter&);
template void ReportAssertion(const check::Violation&, const check::violation::NoneHolds&,
                              const types::Model&, check::ValidationState&, diag::Emitter&);
template void ReportAssertion(const check::Violation&, const check::violation::InvalidChoice&,
                              const types::Model&, check::ValidationState&, diag::Emitter&);
template void ReportAssertion(const check::Violation&, const check::violation::SeveralHold&,
                              const types::Model&, check::ValidationState&, diag::Emitter&);
template void ReportAssertion(const check::Violation&, const check::violation::ExcludedTypeHolds&,
                              const types::Model&, check::ValidationState&, diag::Emitter&);
template void ReportAssertion(const check::Violation&, const check::violation::DependentKey&,
                              const types::Model&, check::ValidationState&, diag::Emitter&);
template void ReportAssertion(const check::Violation&, const check::violation::ItemCount&,
                              const types::Model&, check::ValidationState&, diag::Emitter&);
template void ReportAssertion(const check::Violation&, const check::violation::KeyName&, const types::Model&,
                              check::ValidationState&, diag::Emitter&);

}  // namespace kval::findings
