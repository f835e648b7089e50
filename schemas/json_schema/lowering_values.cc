// What only schemas of values say (`x-kval-values`), and rules that JSON Schema has no keyword for.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "schemas/json_schema/count.h"
#include "schemas/json_schema/keywords.h"
#include "schemas/json_schema/lowering.h"
#include "schemas/json_schema/usable_pattern.h"
#include "src/support/edit_distance.h"
#include "src/types/key_test.h"
#include "src/types/number_kinds.h"

namespace kval::schemas::json_schema {
namespace {

using types::KindSet;
using value::Kind;

constexpr diag::Def<std::string_view> kUnknownRule{diag::Kind::kBadSchema, "`{}` is not a kval rule"};

constexpr KindSet kLengths = {Kind::kString, Kind::kSequence, Kind::kMapping};

// The required argument of a rule.
enum class Takes : uint8_t { kNumber, kCount, kText, kTrue, kList, kKeys };

struct NamedRule {
  std::string_view name;
  Takes takes;
  KindSet kinds;
  types::Test (*make)(const value::Value&);
};

template <typename Length>
types::Test LengthOf(const value::Value& value, types::TextUnit unit) {
  return Length{CountOf(value).value_or(0), unit};
}

types::Test OneNotNullOf(const value::Value& value) {
  types::OneNotNull test;
  if (value.kind == Kind::kSequence) {
    for (const value::Value* key : value.items()) {
      test.keys.emplace_back(key->raw);
    }
  }
  return test;
}

// By the names that `@schema/validation` has, where it has one.
constexpr std::array<NamedRule, 15> kRules = {{
    {"ends_with",
     Takes::kText,
     {Kind::kString},
     [](const value::Value& v) -> types::Test { return types::Suffix{std::string(v.raw)}; }},
    {"less_than", Takes::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test {
       return types::Maximum{&v, true};
     }},
    {"max", Takes::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test {
       return types::Maximum{&v, false};
     }},
    {"max_characters",
     Takes::kCount,
     {Kind::kString},
     [](const value::Value& v) { return LengthOf<types::MaxLength>(v, types::TextUnit::kCharacters); }},
    {"max_len", Takes::kCount, kLengths,
     [](const value::Value& v) { return LengthOf<types::MaxLength>(v, types::TextUnit::kBytes); }},
    {"min", Takes::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test {
       return types::Minimum{&v, false};
     }},
    {"min_characters",
     Takes::kCount,
     {Kind::kString},
     [](const value::Value& v) { return LengthOf<types::MinLength>(v, types::TextUnit::kCharacters); }},
    {"min_len", Takes::kCount, kLengths,
     [](const value::Value& v) { return LengthOf<types::MinLength>(v, types::TextUnit::kBytes); }},
    {"more_than", Takes::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test {
       return types::Minimum{&v, true};
     }},
    {"multiple_of", Takes::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test { return types::MultipleOf{&v}; }},
    {"not_null", Takes::kTrue, KindSet::AllButNull(),
     [](const value::Value&) -> types::Test { return types::NotNull{}; }},
    {"one_not_null", Takes::kKeys, {Kind::kMapping}, &OneNotNullOf},
    {"one_of", Takes::kList, KindSet::AllButNull(),
     [](const value::Value& v) -> types::Test {
       return types::OneOf{{v.items().begin(), v.items().end()}};
     }},
    {"starts_with",
     Takes::kText,
     {Kind::kString},
     [](const value::Value& v) -> types::Test { return types::Prefix{std::string(v.raw)}; }},
    {"unique",
     Takes::kTrue,
     {Kind::kSequence},
     [](const value::Value&) -> types::Test { return types::Unique{}; }},
}};

bool IsTextList(const value::Value& value) {
  return value.kind == Kind::kSequence &&
         std::all_of(value.items().begin(), value.items().end(),
                     [](const value::Value* item) { return item->kind == Kind::kString; });
}

bool Suits(Takes takes, const value::Value& value) {
  const bool is_number = value.kind == Kind::kInt || value.kind == Kind::kFloat;
  const bool is_true = value.kind == Kind::kBool && value.boolean;
  switch (takes) {
    case Takes::kNumber:
      return is_number;
    case Takes::kCount:
      return CountOf(value).has_value();
    case Takes::kText:
      return value.kind == Kind::kString;
    case Takes::kTrue:
      return is_true;
    case Takes::kList:
      return value.kind == Kind::kSequence;
    case Takes::kKeys:
      return is_true || IsTextList(value);
  }
  return false;
}

std::string_view WordsFor(Takes takes) {
  switch (takes) {
    case Takes::kNumber:
      return "a number";
    case Takes::kCount:
      return "a whole number of at least 0";
    case Takes::kText:
      return "a text";
    case Takes::kTrue:
      return "`true`";
    case Takes::kList:
      return "a list of values";
    case Takes::kKeys:
      return "`true` or a list of keys";
  }
  return "";
}

}  // namespace

bool Lowering::IsOfValues(const Draught& draught) const {
  return resources_.Get(draught.place.resource).is_of_values;
}

// Whether the schema is a choice among the members of its `anyOf`, rather than something that asserts it.
bool Lowering::IsChoice(const Draught& draught) const {
  constexpr std::string_view kOthers[] = {
      "type", "properties", "patternProperties", "additionalProperties", "prefixItems", "items", "const"};
  const value::Value* arms = Get(draught, "anyOf");
  return IsOfValues(draught) && arms != nullptr && arms->kind == Kind::kSequence &&
         std::none_of(std::begin(kOthers), std::end(kOthers),
                      [&](std::string_view keyword) { return Has(draught, keyword); });
}

types::Shape Lowering::ChoiceOf(Draught& draught) {
  types::Union choice;
  for (const value::Value* arm : Get(draught, "anyOf")->items()) {
    const auto type =
        arm->kind == Kind::kMapping && arm->entries().size() == 1 ? TextOf(*arm, "type") : std::nullopt;
    if (type == "null") {
      draught.type.nullable = true;
    } else {
      choice.arms.push_back(TypeOf(*arm, draught.place));
    }
  }
  return choice;
}

// A key that is missing is filled; one that is required and has `default: null` is null until it is given.
void Lowering::FillField(const value::Value& schema, types::Field& field) {
  const bool is_map = schema.kind == Kind::kMapping;
  const value::Value* optional = is_map ? value::Find(schema, kOptional) : nullptr;
  const value::Value* fallback = field.fallback.value;
  const bool is_null = fallback != nullptr && fallback->kind == Kind::kNull;
  if (field.presence == types::Presence::kRequired) {
    if (is_null) {
      field.presence = types::Presence::kFilled;
      must_be_given_.insert(&schema);
    }
    return;
  }
  const bool is_optional = optional != nullptr && optional->kind == Kind::kBool && optional->boolean;
  field.presence = is_optional ? types::Presence::kOptional : types::Presence::kFilled;
}

void Lowering::AddNotNull(Draught& draught) {
  types::Rule rule;
  rule.test = types::NotNull{};
  rule.span = draught.type.span;
  draught.type.nullable = true;
  draught.type.rules.push_back(model_.Add(std::move(rule)));
}

// The rules of an item of `allOf` that names them; false when it names none.
bool Lowering::AddNamedRules(Draught& draught, const value::Value& item) {
  const value::Value* named = item.kind == Kind::kMapping ? value::Find(item, kRule) : nullptr;
  if (named == nullptr || !Expect(named->kind == Kind::kMapping, *named, "a map of rules by their names")) {
    return named != nullptr;
  }
  for (const value::Entry& entry : named->entries()) {
    types::Rule rule;
    rule.span = entry.key->span;
    rule.message = std::string(TextOf(item, kMessage).value_or(""));
    const std::string_view name = entry.key->raw;
    const auto* found =
        std::find_if(kRules.begin(), kRules.end(), [&](const NamedRule& each) { return each.name == name; });
    if (name == "regexp") {
      if (!Expect(entry.value->kind == Kind::kString, *entry.value, "a regular expression")) {
        continue;
      }
      std::optional<types::Pattern> pattern =
          Usable(types::Pattern::Compile(entry.value->raw, request_.limits), entry.value->span, emit_);
      if (!pattern) {
        continue;
      }
      rule.test = types::Matches{*std::move(pattern)};
      rule.kinds = {Kind::kString};
    } else if (name == "format") {
      if (!Expect(entry.value->kind == Kind::kString, *entry.value, "the name of a format")) {
        continue;
      }
      rule.test = types::Format{std::string(entry.value->raw), formats::Dialect::kKval};
      rule.kinds = {Kind::kString};
    } else if (found == kRules.end()) {
      std::vector<std::string_view> names = {"regexp", "format"};
      for (const NamedRule& each : kRules) {
        names.push_back(each.name);
      }
      const std::string_view nearest = Nearest(name, names);
      emit_.Report(entry.key->span, kUnknownRule, name)
          .Hint(nearest.empty() ? "" : "did you mean `" + std::string(nearest) + "`?")
          .Emit();
      continue;
    } else if (Expect(Suits(found->takes, *entry.value), *entry.value, WordsFor(found->takes))) {
      rule.test = found->make(*entry.value);
      rule.kinds = found->kinds;
    } else {
      continue;
    }
    if (IsOfValues(draught)) {
      rule.kinds = KindSet::AllButNull();
    }
    draught.type.rules.push_back(model_.Add(std::move(rule)));
  }
  return true;
}

// `^(?:…)$` applies to keys that nothing before it names; any other pattern to all matching keys.
bool Lowering::AddOrderedPattern(const value::Entry& entry, const Place& place, types::Record& record) {
  const std::string_view text = entry.key->raw;
  if (!text.starts_with("^(?:") || !text.ends_with(")$") || text.size() < 6) {
    return false;
  }
  Result<std::shared_ptr<const types::KeyPattern>> pattern =
      types::KeyPattern::Make(text.substr(4, text.size() - 6), request_.limits);
  if (!pattern) {
    return false;
  }
  types::KeyRule rule;
  rule.allowed = *std::move(pattern);
  rule.counts.push_back({0, types::Count::kUnbounded});
  rule.value = TypeOf(*entry.value, place);
  rule.name = std::string(text);
  rule.span = entry.key->span;
  record.key_rules.push_back(std::move(rule));
  return true;
}

}  // namespace kval::schemas::json_schema
