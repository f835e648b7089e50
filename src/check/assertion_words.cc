#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/check/choice.h"
#include "src/check/describe.h"
#include "src/check/fault_words.h"
#include "src/check/headlines.h"
#include "src/check/reasons.h"
#include "src/check/repairs.h"
#include "src/check/required_words.h"
#include "src/value/compare.h"
#include "src/value/hash.h"

namespace kval::check {
namespace {

using diag::Def;
using Text = std::string_view;

constexpr Def<> kNever{diag::Kind::kNeverValid, "the schema allows no value here"};
constexpr Def<Text> kNoneHolds{diag::Kind::kNoUnionMember, "{}"};
constexpr Def<Text> kSeveralHold{diag::Kind::kExactlyOne, "{}"};
constexpr Def<Text> kNot{diag::Kind::kNot, "{}"};
constexpr Def<Text, Text> kDependent{diag::Kind::kDependentKey, "key `{}` is missing, which `{}` requires"};
constexpr Def<Text, Text, int64_t> kItems{diag::Kind::kContains, "expected {} {} in the array, found {}"};
constexpr Def<Text> kNoChoice{diag::Kind::kNoUnionMember, "expected {}"};
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

// Whether the untitled name describes the type completely: a string of any length, any map.
bool IsAllInName(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  if (!model.Get(id).doc->title.empty() || !type.doc->title.empty()) {
    return true;
  }
  const auto says_nothing = [&](types::TypeId part) {
    const types::Type& meant = model.Resolve(part);
    return std::holds_alternative<types::Any>(meant.shape) && meant.rules.empty();
  };
  if (!type.rules.empty()) {
    return false;
  }
  if (const auto* list = std::get_if<types::List>(&type.shape)) {
    return list->prefix.empty() && (list->open || says_nothing(list->item));
  }
  if (const auto* record = std::get_if<types::Record>(&type.shape)) {
    return record->open && record->fields.empty() && record->key_rules.empty();
  }
  const auto* choice = std::get_if<types::Union>(&type.shape);
  return choice == nullptr
             ? !std::holds_alternative<types::Any>(type.shape)
             : std::all_of(choice->arms.begin(), choice->arms.end(), [&](types::TypeId arm) {
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
    for (const value::Value* listed : ValuesListed(model, type)) {
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
  std::vector<std::string> texts;
  for (size_t i = 0; i < std::min(values.size(), kMost); ++i) {
    texts.push_back(value::Brief(*values[i]));
  }
  if (values.size() > kMost) {
    texts.push_back(std::to_string(values.size() - kMost) + " others");
  }
  return Joined(texts);
}

std::string NoneHoldsHeadline(const Fault& fault, const types::Model& model) {
  if (const std::string keys = RequiredKeysOf(model, fault.types, "and", "or"); !keys.empty()) {
    return "required keys are missing: " + keys;
  }
  const std::vector<std::string> names = NamesListed(model, fault.types);
  const std::string found = FoundName(*fault.value);
  // "expected map, found map" has no information.
  const bool says_what_is_wrong =
      fault.count == 0 && std::find(names.begin(), names.end(), found) == names.end();
  return says_what_is_wrong ? "expected " + Joined(names) + ", found " + found
                            : "value fits none of the " + std::to_string(fault.types.size()) +
                                  " schemas that are allowed here";
}

// The location of a violation inside the value.
source::Span PlaceIn(const Fault& inner) {
  return inner.child == nullptr ? PlaceOf(inner.key, *inner.value) : inner.child->span;
}

diag::Path PathIn(const Fault& inner) {
  using What = Fault::What;
  diag::Path path = inner.path;
  if (inner.what == What::kMissingKey || inner.what == What::kDependentKey) {
    path.push_back(diag::PathStep::Key(inner.field == nullptr ? inner.name : KeyName(*inner.field->key)));
  } else if (inner.child != nullptr) {
    path.push_back(StepOf(*inner.child));
  }
  return path;
}

std::string SeveralHoldHeadline(const Fault& fault, const types::Model& model) {
  const std::string keys = RequiredKeysOf(model, fault.types, "with", "and");
  return keys.empty() ? "value fits " + std::to_string(fault.types.size()) + " of the " +
                            std::to_string(fault.count) + " schemas of which it must fit exactly one"
                      : keys + " exclude each other";
}

std::string MustNotHeadline(const Fault& fault, const types::Model& model) {
  const types::TypeId type = fault.types.front();
  if (const std::string keys = RequiredKeysOf(model, fault.types, "and", ""); !keys.empty()) {
    const bool is_one = OnlyRequiredKeys(model, type)->size() == 1;
    return (is_one ? "key " + keys + " must not be here" : "keys " + keys + " must not be here together");
  }
  if (!fault.value->is_collection() && !ValuesListed(model, type).empty()) {
    return "value must not be " + value::Brief(*fault.value);
  }
  return IsAllInName(model, type) ? "value must not be " + NameOf(model, type)
                                  : "value must not be as the schema describes here";
}

const types::Contains& ContainsOf(const Fault& fault) {
  return std::get<types::Contains>(std::get<types::Assertion>(fault.rule->test));
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
  const std::vector<const value::Value*> values = ValuesListed(model, contains.item);
  if (values.empty() && IsAllInName(model, contains.item)) {
    return "of " + NameOf(model, contains.item);
  }
  const int64_t last = contains.at_most == types::Count::kUnbounded ? contains.at_least : contains.at_most;
  return std::string(last == 1 ? "item " : "items ") +
         (values.empty() ? "as the schema describes" : "equal to " + TextOf(values));
}

// The one key that must not be in the map, where it is there; else null.
const value::Value* KeyThatMustNotBe(const Fault& fault, const types::Model& model) {
  const std::vector<std::string>* keys = OnlyRequiredKeys(model, fault.types.front());
  if (keys == nullptr || keys->size() != 1 || fault.value->kind != value::Kind::kMapping) {
    return nullptr;
  }
  for (const value::Entry& entry : fault.value->entries()) {
    if (KeyName(*entry.key) == keys->front()) {
      return entry.key;
    }
  }
  return nullptr;
}

class Words {
 public:
  Words(const Fault& fault, const types::Model& model, Worker& worker, diag::Emitter& emit)
      : fault_(fault),
        model_(model),
        worker_(worker),
        emit_(emit),
        place_(PlaceOf(fault.key, *fault.value)) {}

  void Never() {
    const types::Type& type = model_.Resolve(fault_.type);
    if (!worker_.IsNew(place_, kNever.kind, fault_.path)) {
      return;
    }
    diag::Builder builder = emit_.Report(place_, kNever);
    builder.At(fault_.path).Found(FoundName(*fault_.value)).Label("no value is allowed here");
    if (type.span.has_value()) {
      builder.Schema(type.span, "the schema refuses every value here");
    }
    AddOrigins(*fault_.value, builder);
    builder.Emit();
  }

  void NoneHolds() {
    if (!worker_.IsNew(place_, kNoneHolds.kind, fault_.path)) {
      return;
    }
    const std::string keys = RequiredKeysOf(model_, fault_.types, "and", "or");
    const std::vector<Reason> reasons = fault_.count == 0 || !keys.empty()
                                            ? std::vector<Reason>()
                                            : ReasonsOf(fault_, Judge::Asks::kBoth, model_, worker_);
    // A key that all alternatives require and the value lacks is the cause.
    const bool is_common =
        reasons.size() == 1 && reasons[0].first.value != nullptr && fault_.types.size() <= kMostReasons;
    if (is_common) {
      AllSay(reasons[0].first);
      return;
    }
    diag::Builder builder = emit_.Report(place_, kNoneHolds, NoneHoldsHeadline(fault_, model_));
    builder.At(fault_.path).Found(value::Brief(*fault_.value));
    const bool has_names = std::none_of(fault_.types.begin(), fault_.types.end(), [&](types::TypeId type) {
      return HasNoName(model_, type) || NameOf(model_, type) == FoundName(*fault_.value);
    });
    if (has_names || !keys.empty()) {
      builder.Expected(has_names ? NamesOf(model_, fault_.types) : keys);
    }
    if (!reasons.empty() && !reasons.front().first.path.empty()) {
      const Fault& inner = reasons.front().first;
      builder.Related(PlaceOf(inner.key, *inner.value), Headline(inner, model_));
    }
    AddSchema(builder, "one of these is wanted");
    for (const Reason& reason : reasons) {
      builder.Note(reason.text);
    }
    AddOrigins(*fault_.value, builder);
    builder.Emit();
  }

  void NoChoice() {
    if (!worker_.IsNew(place_, kNoChoice.kind, fault_.path)) {
      return;
    }
    const std::vector<const value::Value*> values = ValuesOf(model_, fault_.types);
    worker_.Spend(values.size());
    diag::Builder builder = emit_.Report(place_, kNoChoice, TextOf(values));
    builder.At(fault_.path).Found(value::Brief(*fault_.value)).Expected(TextOf(values));
    if (worker_.MayCompareMembers(values.size())) {
      builder.Hint(HintForMember(*fault_.value, values)).Fix(MemberFix(*fault_.value, values));
    }
    AddSchema(builder, "the value selects one of these");
    AddOrigins(*fault_.value, builder);
    builder.Emit();
  }

  void SeveralHold() {
    diag::Builder builder = emit_.Report(place_, kSeveralHold, SeveralHoldHeadline(fault_, model_));
    builder.At(fault_.path).Found(value::Brief(*fault_.value));
    AddSchema(builder, "exactly one is wanted");
    for (types::TypeId type : fault_.types) {
      if (model_.Get(type).span.has_value()) {
        builder.Schema(model_.Get(type).span, "this one fits");
      }
    }
    builder.Emit();
  }

  void HoldsButMustNot() {
    const value::Value* key = KeyThatMustNotBe(fault_, model_);
    diag::Builder builder =
        emit_.Report(key == nullptr ? place_ : key->span, kNot, MustNotHeadline(fault_, model_));
    diag::Path path = fault_.path;
    if (key != nullptr) {
      path.push_back(StepOf(*key));
    }
    builder.At(std::move(path)).Found(key == nullptr ? value::Brief(*fault_.value) : KeyName(*key));
    AddSchema(builder,
              key == nullptr ? "the schema that the value must not match" : "this key is rejected here");
    AddOrigins(*fault_.value, builder);
    builder.Emit();
  }

  void DependentKey() {
    const std::string because = KeyName(*fault_.child);
    diag::Builder builder = emit_.Report(fault_.child->span, kDependent, fault_.name, because);
    diag::Path path = fault_.path;
    path.push_back(diag::PathStep::Key(fault_.name));
    builder.At(std::move(path)).Label("`" + because + "` is set here");
    AddSchema(builder, "required here");
    builder.Emit();
  }

  void ItemCount() {
    const types::Contains& contains = ContainsOf(fault_);
    diag::Builder builder =
        emit_.Report(place_, kItems, CountText(contains), ItemsText(model_, contains), fault_.count);
    builder.At(fault_.path);
    AddSchema(builder, "items like this are wanted");
    AddOrigins(*fault_.value, builder);
    builder.Emit();
  }

  void Name() {
    diag::Path path = fault_.path;
    path.push_back(StepOf(*fault_.child));
    diag::Builder builder = emit_.Report(fault_.child->span, kKeyName, KeyName(*fault_.child));
    builder.At(std::move(path));
    Fault named = fault_;
    named.value = fault_.child;
    for (const Reason& reason : ReasonsOf(named, Judge::Asks::kBoth, model_, worker_)) {
      if (reason.first.value != nullptr) {
        builder.Label(Headline(reason.first, model_));
      }
    }
    AddSchema(builder, "what keys must be is stated here");
    builder.Emit();
  }

 private:
  // A violation common to several schemas points to all of them.
  void AllSay(const Fault& inner) {
    const bool is_whole = inner.path.empty() && inner.child == nullptr;
    const source::Span place = is_whole ? place_ : PlaceIn(inner);
    diag::Builder builder =
        emit_.Report(place.has_value() ? place : place_, kNoneHolds, Headline(inner, model_));
    diag::Path path = fault_.path;
    for (diag::PathStep& step : PathIn(inner)) {
      path.push_back(std::move(step));
    }
    builder.At(std::move(path)).Found(value::Brief(inner.child == nullptr ? *inner.value : *inner.child));
    AddSchema(builder, "one of these is wanted");
    builder.Note("all " + std::to_string(fault_.types.size()) + " schemas allowed here report this");
    AddOrigins(*fault_.value, builder);
    builder.Emit();
  }

  void AddSchema(diag::Builder& builder, std::string text) const {
    if (fault_.rule->span.has_value()) {
      builder.Schema(fault_.rule->span, std::move(text));
    }
  }

  const Fault& fault_;
  const types::Model& model_;
  Worker& worker_;
  diag::Emitter& emit_;
  source::Span place_;
};

}  // namespace

std::string AssertionHeadline(const Fault& fault, const types::Model& model) {
  switch (fault.what) {
    case Fault::What::kNever:
      return std::string(kNever.format);
    case Fault::What::kNoneHolds:
      return NoneHoldsHeadline(fault, model);
    case Fault::What::kNoChoice:
      return Substitute(kNoChoice.format, TextOf(ValuesOf(model, fault.types)));
    case Fault::What::kSeveralHold:
      return SeveralHoldHeadline(fault, model);
    case Fault::What::kHoldsButMustNot:
      return MustNotHeadline(fault, model);
    case Fault::What::kDependentKey:
      return Substitute(kDependent.format, fault.name, KeyName(*fault.child));
    case Fault::What::kItemCount:
      return Substitute(kItems.format, CountText(ContainsOf(fault)), ItemsText(model, ContainsOf(fault)),
                        fault.count);
    default:
      return Substitute(kKeyName.format, KeyName(*fault.child));
  }
}

void ReportAssertion(const Fault& fault, const types::Model& model, Worker& worker, diag::Emitter& emit) {
  Words words(fault, model, worker, emit);
  switch (fault.what) {
    case Fault::What::kNever:
      return words.Never();
    case Fault::What::kNoneHolds:
      return words.NoneHolds();
    case Fault::What::kNoChoice:
      return words.NoChoice();
    case Fault::What::kSeveralHold:
      return words.SeveralHold();
    case Fault::What::kHoldsButMustNot:
      return words.HoldsButMustNot();
    case Fault::What::kDependentKey:
      return words.DependentKey();
    case Fault::What::kItemCount:
      return words.ItemCount();
    default:
      return words.Name();
  }
}

}  // namespace kval::check
