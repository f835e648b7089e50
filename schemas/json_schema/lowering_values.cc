// What only schemas of values say (`x-kval-values`), and rules that JSON Schema has no keyword for.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "schemas/json_schema/keywords.h"
#include "schemas/json_schema/lowering.h"
#include "schemas/json_schema/non_negative_integer.h"
#include "schemas/json_schema/pattern_or_report.h"
#include "src/support/edit_distance.h"
#include "src/types/key_test.h"
#include "src/types/number_kinds.h"

namespace kval::schemas::json_schema {
namespace {

using types::ValueKindSet;
using value::Kind;

constexpr diag::Def<std::string_view> kUnknownRule{diag::Kind::kBadSchema, "`{}` is not a kval rule"};

constexpr ValueKindSet kLengths = {Kind::kString, Kind::kSequence, Kind::kMapping};

// The required argument of a rule.
enum class RuleArgumentKind : uint8_t { kNumber, kCount, kText, kTrue, kList, kKeys };

struct NamedRule {
  std::string_view name;
  RuleArgumentKind takes;
  ValueKindSet kinds;
  types::Test (*make)(const value::Value&);
};

template <typename Length>
types::Test LengthOf(const value::Value& value, types::TextUnit unit) {
  return Length{AsNonNegativeInteger(value).value_or(0), unit};
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
     RuleArgumentKind::kText,
     {Kind::kString},
     [](const value::Value& v) -> types::Test { return types::Suffix{std::string(v.raw)}; }},
    {"less_than", RuleArgumentKind::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test {
       return types::Maximum{&v, true};
     }},
    {"max", RuleArgumentKind::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test {
       return types::Maximum{&v, false};
     }},
    {"max_characters",
     RuleArgumentKind::kCount,
     {Kind::kString},
     [](const value::Value& v) { return LengthOf<types::MaxLength>(v, types::TextUnit::kCharacters); }},
    {"max_len", RuleArgumentKind::kCount, kLengths,
     [](const value::Value& v) { return LengthOf<types::MaxLength>(v, types::TextUnit::kBytes); }},
    {"min", RuleArgumentKind::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test {
       return types::Minimum{&v, false};
     }},
    {"min_characters",
     RuleArgumentKind::kCount,
     {Kind::kString},
     [](const value::Value& v) { return LengthOf<types::MinLength>(v, types::TextUnit::kCharacters); }},
    {"min_len", RuleArgumentKind::kCount, kLengths,
     [](const value::Value& v) { return LengthOf<types::MinLength>(v, types::TextUnit::kBytes); }},
    {"more_than", RuleArgumentKind::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test {
       return types::Minimum{&v, true};
     }},
    {"multiple_of", RuleArgumentKind::kNumber, types::kNumberKinds,
     [](const value::Value& v) -> types::Test { return types::MultipleOf{&v}; }},
    {"not_null", RuleArgumentKind::kTrue, ValueKindSet::AllButNull(),
     [](const value::Value&) -> types::Test { return types::NotNull{}; }},
    {"one_not_null", RuleArgumentKind::kKeys, {Kind::kMapping}, &OneNotNullOf},
    {"one_of", RuleArgumentKind::kList, ValueKindSet::AllButNull(),
     [](const value::Value& v) -> types::Test {
       return types::OneOf{{v.items().begin(), v.items().end()}};
     }},
    {"starts_with",
     RuleArgumentKind::kText,
     {Kind::kString},
     [](const value::Value& v) -> types::Test { return types::Prefix{std::string(v.raw)}; }},
    {"unique",
     RuleArgumentKind::kTrue,
     {Kind::kSequence},
     [](const value::Value&) -> types::Test { return types::Unique{}; }},
}};

bool IsTextList(const value::Value& value) {
  return value.kind == Kind::kSequence &&
         std::all_of(value.items().begin(), value.items().end(),
                     [](const value::Value* item) { return item->kind == Kind::kString; });
}

bool Suits(RuleArgumentKind takes, const value::Value& value) {
  const bool is_number = value.kind == Kind::kInt || value.kind == Kind::kFloat;
  const bool is_true = value.kind == Kind::kBool && value.boolean;
  switch (takes) {
    case RuleArgumentKind::kNumber:
      return is_number;
    case RuleArgumentKind::kCount:
      return AsNonNegativeInteger(value).has_value();
    case RuleArgumentKind::kText:
      return value.kind == Kind::kString;
    case RuleArgumentKind::kTrue:
      return is_true;
    case RuleArgumentKind::kList:
      return value.kind == Kind::kSequence;
    case RuleArgumentKind::kKeys:
      return is_true || IsTextList(value);
  }
  return false;
}

std::string_view WordsFor(RuleArgumentKind takes) {
  switch (takes) {
    case RuleArgumentKind::kNumber:
      return "a number";
    case RuleArgumentKind::kCount:
      return "a whole number of at least 0";
    case RuleArgumentKind::kText:
      return "a text";
    case RuleArgumentKind::kTrue:
      return "`true`";
    case RuleArgumentKind::kList:
      return "a list of values";
    case RuleArgumentKind::kKeys:
      return "`true` or a list of keys";
  }
  return "";
}

}  // namespace

bool Lowering::IsOfValues(const KeywordContext& draught) const {
  return resources_.Get(draught.place.resource).is_of_values;
}

// Whether the schema is a choice among the members of its `anyOf`, rather than something that asserts it.
bool Lowering::IsChoice(const KeywordContext& draught) const {
  constexpr std::string_view kOthers[] = {
      "type", "properties", "patternProperties", "additionalProperties", "prefixItems", "items", "const"};
  const value::Value* arms = Get(draught, "anyOf");
  return IsOfValues(draught) && arms != nullptr && arms->kind == Kind::kSequence &&
         std::none_of(std::begin(kOthers), std::end(kOthers),
                      [&](std::string_view keyword) { return Has(draught, keyword); });
}

types::Shape Lowering::ChoiceOf(KeywordContext& draught) {
  types::Union choice;
  for (const value::Value* arm : Get(draught, "anyOf")->items()) {
    const auto type =
        arm->kind == Kind::kMapping && arm->entries().size() == 1 ? TextOf(*arm, "type") : std::nullopt;
    if (type == "null") {
      draught.type.nullable = true;
    } else {
      choice.variants.push_back(TypeOf(*arm, draught.place));
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
  if (field.presence == types::FieldPresence::kRequired) {
    if (is_null) {
      field.presence = types::FieldPresence::kFilled;
      required_null_.insert(&schema);
    }
    return;
  }
  const bool is_optional = optional != nullptr && optional->kind == Kind::kBool && optional->boolean;
  field.presence = is_optional ? types::FieldPresence::kOptional : types::FieldPresence::kFilled;
}

void Lowering::AddNotNull(KeywordContext& draught) {
  types::Rule rule;
  rule.test = types::NotNull{};
  rule.span = draught.type.span;
  draught.type.nullable = true;
  draught.type.rules.push_back(model_.Add(std::move(rule)));
}

// The rules of an item of `allOf` that names them; false when it names none.
bool Lowering::AddNamedRules(KeywordContext& draught, const value::Value& item) {
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
      std::optional<types::Pattern> pattern = PatternOrReport(
          types::Pattern::Compile(entry.value->raw, request_.limits), entry.value->span, emit_);
      if (!pattern) {
        continue;
      }
      rule.test = types::MatchesRegex{*std::move(pattern)};
      rule.kinds = {Kind::kString};
    } else if (name == "format") {
      if (!Expect(entry.value->kind == Kind::kString, *entry.value, "the name of a format")) {
        continue;
      }
      rule.test = types::Format{std::string(entry.value->raw), formats::FormatDialect::kKval};
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
      rule.kinds = ValueKindSet::AllButNull();
    }
    draught.type.rules.push_back(model_.Add(std::move(rule)));
  }
  return true;
}

// `^(?:…)$` applies to keys that nothing before it names; any other pattern to all matching keys.
bool Lowering::AddOrderedPattern(const value::Entry& entry, const ScopedSchema& place,
                                 types::Record& record) {
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
