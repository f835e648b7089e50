#include "schemas/json_schema/ineffective_keywords.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace kval::schemas::json_schema {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kAlone{diag::Kind::kIgnoredKeyword, "`{}` has no effect without {}"};
constexpr diag::Def<> kForAll{diag::Kind::kIgnoredKeyword,
                              "`additionalItems` has no effect: the `items` next to it applies to all items"};
constexpr diag::Def<Text, Text, Text> kOfOthers{diag::Kind::kIgnoredKeyword,
                                                "`{}` has no effect: it is about {}, and the type is {}"};

constexpr diag::Def<Text, Text> kNextTo{diag::Kind::kIgnoredKeyword, "{} ignores {} next to `$ref`"};

// The keywords without which a keyword has no effect: one of two, or one.
struct RequiredSibling {
  Text keyword, needed, other;
};
constexpr RequiredSibling kCompany[] = {{"then", "if", ""},
                                        {"else", "if", ""},
                                        {"if", "then", "else"},
                                        {"minContains", "contains", ""},
                                        {"maxContains", "contains", ""},
                                        {"additionalItems", "items", ""}};

// The keywords that are about values of one type, which other types pass.
struct TypeKeywords {
  Text type, plural;
  std::span<const Text> keywords;
};
constexpr Text kOfNumbers[] = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"};
constexpr Text kOfStrings[] = {"minLength", "maxLength", "pattern"};
constexpr Text kOfArrays[] = {"items",    "prefixItems", "additionalItems", "contains",
                              "minItems", "maxItems",    "uniqueItems"};
constexpr Text kOfObjects[] = {"properties",    "patternProperties", "additionalProperties",
                               "propertyNames", "required",          "minProperties",
                               "maxProperties", "dependentRequired", "dependencies"};
constexpr TypeKeywords kApplicable[] = {{"number", "numbers", kOfNumbers},
                                        {"string", "strings", kOfStrings},
                                        {"array", "arrays", kOfArrays},
                                        {"object", "objects", kOfObjects}};

// Whether a keyword with this value would refuse nothing anywhere.
bool IsIneffective(Text keyword, const value::Value& value) {
  switch (value.kind) {
    case Kind::kBool:
      return value.boolean != (keyword == "uniqueItems");
    case Kind::kInt:
      return value.integer == 0 && keyword.starts_with("min") && keyword != "minimum";
    case Kind::kSequence:
      return value.items().empty();
    case Kind::kMapping:
      return value.entries().empty();
    case Kind::kNull:
    case Kind::kFloat:
    case Kind::kString:
      return false;
  }
  return false;
}

// The siblings of a keyword that the tables above refer to, looked up once per schema.
class SiblingKeywords {
 public:
  SiblingKeywords(const value::Value& schema, Draft draft) {
    for (const value::Entry& entry : schema.entries()) {
      const auto* name = std::find(std::begin(kNames), std::end(kNames), entry.key->raw);
      if (name != std::end(kNames) && IsKeyword(*name, draft)) {
        values_[static_cast<size_t>(name - std::begin(kNames))] = entry.value;
      }
    }
  }

  const value::Value* Find(Text name) const {
    const auto* found = std::find(std::begin(kNames), std::end(kNames), name);
    return found == std::end(kNames) ? nullptr : values_[static_cast<size_t>(found - std::begin(kNames))];
  }

 private:
  static constexpr Text kNames[] = {"type", "if", "then", "else", "contains", "items"};
  std::array<const value::Value*, std::size(kNames)> values_ = {};
};

bool ReportCompany(const SiblingKeywords& siblings, const value::Entry& entry, diag::Emitter& emit) {
  const auto* found = std::find_if(std::begin(kCompany), std::end(kCompany),
                                   [&](const RequiredSibling& row) { return row.keyword == entry.key->raw; });
  if (found == std::end(kCompany)) {
    return false;
  }
  const value::Value* needed = siblings.Find(found->needed);
  if (needed == nullptr && siblings.Find(found->other) == nullptr) {
    const std::string other = found->other.empty() ? "" : " or `" + std::string(found->other) + "`";
    emit.Report(entry.key->span, kAlone, found->keyword, "`" + std::string(found->needed) + "`" + other)
        .Emit();
    return true;
  }
  if (found->needed == "items" && needed->kind != Kind::kSequence) {
    emit.Report(entry.key->span, kForAll)
        .Hint("a list of schemas in `items`, one for each of the first items, leaves others over")
        .Emit();
    return true;
  }
  return false;
}

// The names of the types that `type` states, as in "`integer` or `null`"; nothing where there are none, or
// where one of them is the given one or no type at all.
std::string OtherTypes(const value::Value* stated, Text type) {
  if (stated == nullptr) {
    return {};
  }
  const value::Value* one[] = {stated};
  const auto names =
      stated->kind == Kind::kSequence ? stated->items() : std::span<const value::Value* const>(one);
  constexpr Text kNames[] = {"string", "number", "integer", "boolean", "array", "object", "null"};
  if (names.size() > std::size(kNames)) {
    return {};
  }
  std::string said;
  for (const value::Value* name : names) {
    const bool is_known = name->kind == Kind::kString &&
                          std::find(std::begin(kNames), std::end(kNames), name->raw) != std::end(kNames);
    if (!is_known || name->raw == type || (type == "number" && name->raw == "integer")) {
      return {};
    }
    said += (said.empty() ? "`" : " or `") + std::string(name->raw) + "`";
  }
  return said;
}

void ReportOtherTypes(const value::Value* type, const value::Entry& entry, diag::Emitter& emit) {
  for (const TypeKeywords& row : kApplicable) {
    if (std::find(row.keywords.begin(), row.keywords.end(), entry.key->raw) == row.keywords.end()) {
      continue;
    }
    if (const std::string types = OtherTypes(type, row.type); !types.empty()) {
      emit.Report(entry.key->span, kOfOthers, entry.key->raw, row.plural, types).Emit();
    }
  }
}

}  // namespace

void ReportIneffectiveKeywords(const value::Value& schema, Draft draft, diag::Emitter& emit) {
  const SiblingKeywords siblings(schema, draft);
  for (const value::Entry& entry : schema.entries()) {
    if (IsKeyword(entry.key->raw, draft) && !IsIneffective(entry.key->raw, *entry.value)) {
      if (!ReportCompany(siblings, entry, emit)) {
        ReportOtherTypes(siblings.Find("type"), entry, emit);
      }
    }
  }
}

void ReportIgnoredRefSiblings(const value::Value& schema, Draft draft, const value::Value* referred,
                              diag::Emitter& emit) {
  const value::Value* first = nullptr;
  std::string names;
  for (const value::Entry& entry : schema.entries()) {
    const Text name = entry.key->raw;
    const bool is_a_name = name.starts_with("$") || name == "id";
    if (is_a_name || IsAnnotation(name) || !IsKeyword(name, draft)) {
      continue;
    }
    const bool has_keywords = referred != nullptr && referred->kind == Kind::kMapping;
    const value::Value* same = has_keywords ? value::Find(*referred, name) : nullptr;
    if (same == nullptr || !value::Equal(*same, *entry.value)) {
      first = first == nullptr ? entry.key : first;
      names += (names.empty() ? "`" : ", `") + std::string(name) + "`";
    }
  }
  if (first != nullptr) {
    emit.Report(first->span, kNextTo, NameOf(draft), names)
        .Hint("`allOf: [{\"$ref\": ...}]` keeps the keywords next to it; or name a later draft in `$schema`")
        .Emit();
  }
}

}  // namespace kval::schemas::json_schema
