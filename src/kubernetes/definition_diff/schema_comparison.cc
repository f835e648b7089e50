#include "src/kubernetes/definition_diff/schema_comparison.h"

#include <map>
#include <optional>

#include "src/check/describe.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/definition_diff/change_note.h"
#include "src/support/native_stack.h"
#include "src/value/value.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using check::ValueCursor;
using value::Kind;

constexpr diag::Def<Text> kFieldRemoved{diag::Kind::kBreakingChange,
                                        "the field `{}` was removed: its values are dropped"};
constexpr diag::Def<Text> kFieldAdded{diag::Kind::kCompatibleChange, "the field `{}` was added"};
constexpr diag::Def<Text> kFieldDeclared{diag::Kind::kBreakingChange,
                                         "the field `{}` was added: its values were not validated before"};
constexpr diag::Def<Text> kRequired{diag::Kind::kBreakingChange, "the field `{}` is required now"};
constexpr diag::Def<Text> kRequiredWithDefault{diag::Kind::kCompatibleChange,
                                               "the field `{}` is required now and has a default"};
constexpr diag::Def<Text> kNotRequired{diag::Kind::kCompatibleChange, "the field `{}` is optional now"};
constexpr diag::Def<Text, Text> kType{diag::Kind::kBreakingChange, "the type changed from {} to {}"};
constexpr diag::Def<Text, Text> kWiderType{diag::Kind::kCompatibleChange,
                                           "the type changed from {} to {}, which includes it"};
constexpr diag::Def<Text, Text, Text> kStricter{
    diag::Kind::kBreakingChange, "`{}` changed from {} to {} and rejects other values than before"};
constexpr diag::Def<Text, Text, Text> kLooser{diag::Kind::kCompatibleChange,
                                              "`{}` changed from {} to {} and rejects fewer values"};
constexpr diag::Def<Text> kValueRemoved{diag::Kind::kBreakingChange, "the value {} is not allowed any more"};
constexpr diag::Def<Text> kValueAdded{diag::Kind::kCompatibleChange, "the value {} is allowed now"};
constexpr diag::Def<> kEnumAdded{diag::Kind::kBreakingChange, "only the values of `enum` are allowed now"};
constexpr diag::Def<> kEnumRemoved{diag::Kind::kCompatibleChange,
                                   "other values than those of `enum` are allowed now"};
constexpr diag::Def<Text, Text> kDefault{diag::Kind::kBreakingChange, "the default changed from {} to {}"};
constexpr diag::Def<Text> kDefaultAdded{
    diag::Kind::kCompatibleChange, "the default {} was added: existing objects without the field get it"};
constexpr diag::Def<Text> kRuleAdded{diag::Kind::kBreakingChange, "the rule `{}` was added"};
constexpr diag::Def<Text> kRuleRemoved{diag::Kind::kCompatibleChange, "the rule `{}` was removed"};
constexpr diag::Def<Text, Text, Text> kTopology{
    diag::Kind::kBreakingChange,
    "`{}` changed from {} to {}: lists and maps of existing objects merge otherwise"};
constexpr diag::Def<Text> kLogic{diag::Kind::kBreakingChange,
                                 "`{}` changed: kval cannot tell whether it rejects more values"};
constexpr diag::Def<Text> kLogicRemoved{diag::Kind::kCompatibleChange, "`{}` was removed"};

struct Bound {
  Text keyword;
  bool is_minimum;
};
constexpr Bound kBounds[] = {{"minimum", true},       {"maximum", false},      {"minLength", true},
                             {"maxLength", false},    {"minItems", true},      {"maxItems", false},
                             {"minProperties", true}, {"maxProperties", false}};

// Booleans, and whether `true` is the stricter value.
struct Flag {
  Text keyword;
  bool is_strict;
  Ratcheting ratcheting;
};
constexpr Flag kFlags[] = {{"nullable", false, Ratcheting::kSoftens},
                           {"exclusiveMinimum", true, Ratcheting::kSoftens},
                           {"exclusiveMaximum", true, Ratcheting::kSoftens},
                           {"x-kubernetes-preserve-unknown-fields", false, Ratcheting::kNever},
                           {"x-kubernetes-embedded-resource", true, Ratcheting::kNever}};

// Strings and numbers without an order of strictness.
constexpr Text kFormats[] = {"pattern", "format", "multipleOf"};

// How lists and maps merge, with the defaults.
struct Topology {
  Text keyword, standard;
};
constexpr Topology kTopologies[] = {{"x-kubernetes-list-type", "atomic"},
                                    {"x-kubernetes-map-type", "granular"}};

constexpr Text kLogicWords[] = {"allOf", "anyOf", "oneOf", "not"};

std::string TextOrNone(const value::Value* value) {
  if (value == nullptr) {
    return "none";
  }
  if (value->is_collection()) {
    return check::FoundName(*value);
  }
  return "`" + std::string(value->raw) + "`";
}

double NumberOf(const value::Value& value) {
  return value.kind == Kind::kInt ? static_cast<double>(value.integer) : value.real;
}

bool IsNumber(const value::Value* value) {
  return value != nullptr && (value->kind == Kind::kInt || value->kind == Kind::kFloat);
}

bool AreEqual(const value::Value* one, const value::Value* other) {
  return one == other || (one != nullptr && other != nullptr && value::Equal(*one, *other));
}

bool IsTrueValue(const value::Value* value) {
  return value != nullptr && value->kind == Kind::kBool && value->boolean;
}

Text TypeOf(const ValueCursor& schema) {
  const bool is_either = IsTrueValue(FieldOf(schema.value, "x-kubernetes-int-or-string"));
  const Text type = TextField(schema.value, "type");
  return is_either ? "integer or string" : type.empty() ? "any type" : type;
}

bool Includes(Text wide, Text narrow) {
  return wide == "any type" || (wide == "number" && narrow == "integer") ||
         (wide == "integer or string" && (narrow == "integer" || narrow == "string"));
}

bool KeepsUnknown(const ValueCursor& schema) {
  return IsTrueValue(FieldOf(schema.value, "x-kubernetes-preserve-unknown-fields"));
}

std::map<Text, const value::Value*> ByText(const value::Value* list, Text key) {
  std::map<Text, const value::Value*> texts;
  for (const value::Value* item : ItemsOf(list)) {
    texts.emplace(key.empty() ? Text(item->raw) : TextField(item, key), item);
  }
  return texts;
}

}  // namespace

SchemaComparison::Keyword SchemaComparison::Find(const ValueCursor& before, const ValueCursor& after,
                                                 Text name) {
  return {name, FieldOf(before.value, name), FieldOf(after.value, name)};
}

template <typename... Args>
void SchemaComparison::Report(const ValueCursor& after, const Keyword& keyword, Ratcheting ratcheting,
                              const diag::Def<Args...>& def, std::type_identity_t<Args>... args) {
  const source::Span place = keyword.after != nullptr && keyword.after->span.has_value()
                                 ? keyword.after->span
                                 : check::PlaceOf(after.key, *after.value);
  diag::DiagnosticBuilder report = emit_.Report(place, def, args...);
  report.At(after.path());
  if (keyword.before != nullptr) {
    report.Related(keyword.before->span, "before");
  }
  AddRatchetingNote(ratcheting, report);
  report.Emit();
}

void SchemaComparison::Compare(const ValueCursor& before, const ValueCursor& after) {
  NeedStack();
  if (before.value->kind != Kind::kMapping || after.value->kind != Kind::kMapping) {
    return;
  }
  CompareType(before, after);
  CompareFlags(before, after);
  CompareBounds(before, after);
  CompareFormats(before, after);
  CompareEnum(before, after);
  CompareDefault(before, after);
  CompareRules(before, after);
  CompareTopology(before, after);
  CompareRequired(before, after);
  CompareProperties(before, after);
  CompareParts(before, after);
}

void SchemaComparison::CompareType(const ValueCursor& before, const ValueCursor& after) {
  const Text was = TypeOf(before), is = TypeOf(after);
  const Keyword keyword = Find(before, after, "type");
  if (was == is) {
    return;
  }
  if (Includes(is, was)) {
    Report(after, keyword, Ratcheting::kNone, kWiderType, was, is);
  } else {
    Report(after, keyword, Ratcheting::kSoftens, kType, was, is);
  }
}

void SchemaComparison::CompareFlags(const ValueCursor& before, const ValueCursor& after) {
  for (const Flag& flag : kFlags) {
    const Keyword keyword = Find(before, after, flag.keyword);
    const bool was = IsTrueValue(keyword.before), is = IsTrueValue(keyword.after);
    if (was == is) {
      continue;
    }
    const Text from = was ? "true" : "false", to = is ? "true" : "false";
    if (is == flag.is_strict) {
      Report(after, keyword, flag.ratcheting, kStricter, flag.keyword, from, to);
    } else {
      Report(after, keyword, Ratcheting::kNone, kLooser, flag.keyword, from, to);
    }
  }
}

void SchemaComparison::CompareBounds(const ValueCursor& before, const ValueCursor& after) {
  for (const Bound& bound : kBounds) {
    const Keyword keyword = Find(before, after, bound.keyword);
    const bool had = IsNumber(keyword.before), has = IsNumber(keyword.after);
    if ((!had && !has) || (had && has && NumberOf(*keyword.before) == NumberOf(*keyword.after))) {
      continue;
    }
    const bool is_stricter =
        has && (!had || (NumberOf(*keyword.after) > NumberOf(*keyword.before)) == bound.is_minimum);
    const std::string from = TextOrNone(keyword.before), to = TextOrNone(keyword.after);
    if (is_stricter) {
      Report(after, keyword, Ratcheting::kSoftens, kStricter, bound.keyword, from, to);
    } else {
      Report(after, keyword, Ratcheting::kNone, kLooser, bound.keyword, from, to);
    }
  }
}

void SchemaComparison::CompareFormats(const ValueCursor& before, const ValueCursor& after) {
  for (const Text word : kFormats) {
    const Keyword keyword = Find(before, after, word);
    if (AreEqual(keyword.before, keyword.after)) {
      continue;
    }
    const std::string from = TextOrNone(keyword.before), to = TextOrNone(keyword.after);
    if (keyword.after != nullptr) {
      Report(after, keyword, Ratcheting::kSoftens, kStricter, word, from, to);
    } else {
      Report(after, keyword, Ratcheting::kNone, kLooser, word, from, to);
    }
  }
}

void SchemaComparison::CompareEnum(const ValueCursor& before, const ValueCursor& after) {
  const Keyword keyword = Find(before, after, "enum");
  if (keyword.before == nullptr || keyword.after == nullptr) {
    if (keyword.after != nullptr) {
      Report(after, keyword, Ratcheting::kSoftens, kEnumAdded);
    } else if (keyword.before != nullptr) {
      Report(after, keyword, Ratcheting::kNone, kEnumRemoved);
    }
    return;
  }
  const auto was = ByText(keyword.before, {}), is = ByText(keyword.after, {});
  for (const auto& [text, value] : was) {
    if (!is.contains(text)) {
      Report(after, {"enum", value, keyword.after}, Ratcheting::kSoftens, kValueRemoved, TextOrNone(value));
    }
  }
  for (const auto& [text, value] : is) {
    if (!was.contains(text)) {
      Report(after, {"enum", nullptr, value}, Ratcheting::kNone, kValueAdded, TextOrNone(value));
    }
  }
}

void SchemaComparison::CompareDefault(const ValueCursor& before, const ValueCursor& after) {
  const Keyword keyword = Find(before, after, "default");
  if (AreEqual(keyword.before, keyword.after)) {
    return;
  }
  if (keyword.before == nullptr) {
    Report(after, keyword, Ratcheting::kNone, kDefaultAdded, TextOrNone(keyword.after));
  } else {
    Report(after, keyword, Ratcheting::kNone, kDefault, TextOrNone(keyword.before),
           TextOrNone(keyword.after));
  }
}

void SchemaComparison::CompareRules(const ValueCursor& before, const ValueCursor& after) {
  const Keyword keyword = Find(before, after, "x-kubernetes-validations");
  const auto was = ByText(keyword.before, "rule"), is = ByText(keyword.after, "rule");
  for (const auto& [rule, item] : is) {
    if (!was.contains(rule)) {
      const bool is_transition = rule.find("oldSelf") != Text::npos;
      Report(after, {"rule", nullptr, FieldOf(item, "rule")},
             is_transition ? Ratcheting::kNever : Ratcheting::kSoftens, kRuleAdded, rule);
    }
  }
  for (const auto& [rule, item] : was) {
    if (!is.contains(rule)) {
      Report(after, {"rule", FieldOf(item, "rule"), nullptr}, Ratcheting::kNone, kRuleRemoved, rule);
    }
  }
}

void SchemaComparison::CompareTopology(const ValueCursor& before, const ValueCursor& after) {
  for (const Topology& topology : kTopologies) {
    const Keyword keyword = Find(before, after, topology.keyword);
    const Text was = keyword.before == nullptr ? topology.standard : TextOf(keyword.before);
    const Text is = keyword.after == nullptr ? topology.standard : TextOf(keyword.after);
    if (was != is) {
      Report(after, keyword, Ratcheting::kNever, kTopology, topology.keyword, "`" + std::string(was) + "`",
             "`" + std::string(is) + "`");
    }
  }
  const Keyword keys = Find(before, after, "x-kubernetes-list-map-keys");
  if (keys.before != nullptr && keys.after != nullptr && !AreEqual(keys.before, keys.after)) {
    Report(after, keys, Ratcheting::kNever, kTopology, keys.name, JoinedItems(*keys.before),
           JoinedItems(*keys.after));
  }
}

void SchemaComparison::CompareRequired(const ValueCursor& before, const ValueCursor& after) {
  const Keyword keyword = Find(before, after, "required");
  const auto was = ByText(keyword.before, {}), is = ByText(keyword.after, {});
  const value::Value* properties = FieldOf(after.value, "properties");
  for (const auto& [name, item] : is) {
    if (was.contains(name)) {
      continue;
    }
    const value::Entry* field = properties == nullptr ? nullptr : index_.Find(*properties, name);
    const bool has_default = field != nullptr && FieldOf(field->value, "default") != nullptr;
    if (has_default) {
      Report(after, {"required", nullptr, item}, Ratcheting::kNone, kRequiredWithDefault, name);
    } else {
      Report(after, {"required", nullptr, item}, Ratcheting::kNever, kRequired, name);
    }
  }
  for (const auto& [name, item] : was) {
    const bool is_declared = properties != nullptr && index_.Find(*properties, name) != nullptr;
    if (!is.contains(name) && is_declared) {
      Report(after, {"required", item, nullptr}, Ratcheting::kNone, kNotRequired, name);
    }
  }
}

void SchemaComparison::CompareProperties(const ValueCursor& before, const ValueCursor& after) {
  const std::optional<ValueCursor> was = At(before, "properties"), is = At(after, "properties");
  const value::Value none{};
  const value::Value& old_fields = was ? *was->value : none;
  const value::Value& new_fields = is ? *is->value : none;
  for (const value::Entry& entry : EntriesOf(&old_fields)) {
    const value::Entry* other = index_.Find(new_fields, entry.key->raw);
    if (other != nullptr) {
      Compare(was->Entry(entry), is->Entry(*other));
    } else if (!KeepsUnknown(after)) {
      Report(after, {"properties", entry.key, nullptr}, Ratcheting::kNever, kFieldRemoved, entry.key->raw);
    }
  }
  for (const value::Entry& entry : EntriesOf(&new_fields)) {
    if (index_.Find(old_fields, entry.key->raw) != nullptr) {
      continue;
    }
    const ValueCursor field = is->Entry(entry);
    if (KeepsUnknown(before)) {
      Report(field, {"properties", nullptr, entry.key}, Ratcheting::kNever, kFieldDeclared, entry.key->raw);
    } else {
      Report(field, {"properties", nullptr, entry.key}, Ratcheting::kNone, kFieldAdded, entry.key->raw);
    }
  }
}

void SchemaComparison::CompareParts(const ValueCursor& before, const ValueCursor& after) {
  for (const Text word : {Text("items"), Text("additionalProperties")}) {
    const std::optional<ValueCursor> was = At(before, word), is = At(after, word);
    const Keyword keyword{word, was ? was->value : nullptr, is ? is->value : nullptr};
    const bool had =
        keyword.before != nullptr && !(keyword.before->kind == Kind::kBool && !keyword.before->boolean);
    const bool has =
        keyword.after != nullptr && !(keyword.after->kind == Kind::kBool && !keyword.after->boolean);
    if (was && is && had && has) {
      Compare(*was, *is);
    } else if (had != has && word == "additionalProperties" && TypeOf(before) == TypeOf(after)) {
      const Text from = had ? "a schema" : "none", to = has ? "a schema" : "none";
      if (had) {
        Report(after, keyword, Ratcheting::kNever, kStricter, word, from, to);
      } else {
        Report(after, keyword, Ratcheting::kNone, kLooser, word, from, to);
      }
    }
  }
  for (const Text word : kLogicWords) {
    const Keyword keyword = Find(before, after, word);
    if (AreEqual(keyword.before, keyword.after)) {
      continue;
    }
    if (keyword.after != nullptr) {
      Report(after, keyword, Ratcheting::kNever, kLogic, word);
    } else {
      Report(after, keyword, Ratcheting::kNone, kLogicRemoved, word);
    }
  }
}

}  // namespace kval::kubernetes
