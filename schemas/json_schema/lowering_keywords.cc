#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "schemas/json_schema/lowering.h"
#include "src/support/edit_distance.h"
#include "src/support/word_list.h"
#include "src/value/compare.h"

// Keywords without effect: misspelt, of another draft, or of another language.
namespace kval::schemas::json_schema {
namespace {

constexpr diag::Def<std::string_view> kUnknownKeyword{diag::Kind::kIgnoredKeyword,
                                                      "`{}` is not a JSON Schema keyword and has no effect"};
constexpr diag::Def<std::string_view, std::string_view> kOtherDraft{
    diag::Kind::kIgnoredKeyword, "`{}` is not a keyword of {} and has no effect"};

constexpr diag::Def<std::string, std::string_view> kUnknownDraft{
    diag::Kind::kIgnoredKeyword, "`$schema` names no draft that is known (`{}`): the schema is read as {}"};

// The keywords that misspelt ones are likely to mean.
constexpr std::string_view kSuggested[] = {"additionalProperties",
                                           "patternProperties",
                                           "properties",
                                           "required",
                                           "additionalItems",
                                           "items",
                                           "type",
                                           "enum",
                                           "const",
                                           "minimum",
                                           "maximum",
                                           "minLength",
                                           "maxLength",
                                           "pattern",
                                           "format",
                                           "minItems",
                                           "maxItems",
                                           "uniqueItems",
                                           "allOf",
                                           "anyOf",
                                           "oneOf",
                                           "multipleOf",
                                           "exclusiveMinimum",
                                           "exclusiveMaximum",
                                           "propertyNames",
                                           "contains",
                                           "unevaluatedProperties",
                                           "unevaluatedItems",
                                           "dependentRequired",
                                           "dependentSchemas",
                                           "prefixItems",
                                           "minProperties",
                                           "maxProperties"};

// Whether a `type` is there and leaves `null` out.
bool LacksNull(const value::Value* type) {
  if (type == nullptr || type->kind != value::Kind::kSequence) {
    return type != nullptr && type->raw != "null";
  }
  constexpr size_t kTypes = 7;
  return type->items().size() <= kTypes &&
         std::none_of(type->items().begin(), type->items().end(),
                      [](const value::Value* name) { return name->raw == "null"; });
}

}  // namespace

// A misspelt keyword would be ignored in silence, which is how schemas come to check nothing.
void Lowering::CheckKeyword(const ScopedSchema& place, const value::Value& key) {
  const std::string_view name = key.raw;
  if (name == "$schema") {
    CheckDialect(place);
  }
  if (IsKeywordOfAnyDraft(name)) {
    CheckDraft(place, key);
    return;
  }
  constexpr std::string_view kOfTools[] = {"typeof",
                                           "tsType"};  // of generators of TypeScript, near to `type`
  if (std::find(std::begin(kOfTools), std::end(kOfTools), name) != std::end(kOfTools)) {
    return;
  }
  // Of draft 3 and of OpenAPI 3.0.
  constexpr std::pair<std::string_view, std::string_view> kOfOthers[] = {
      {"divisibleBy", "use `multipleOf`"},
      {"disallow", "use `not`"},
      {"extends", "use `allOf`"},
      {"nullable", "add `null` to the types in `type`"}};
  const auto* other = std::find_if(std::begin(kOfOthers), std::end(kOfOthers),
                                   [&](const auto& known) { return known.first == name; });
  if (name == "nullable" && !LacksNull(value::Find(*place.schema, "type"))) {
    return;
  }
  if (other != std::end(kOfOthers)) {
    emit_.Report(key.span, kUnknownKeyword, name).Hint(std::string(other->second)).Emit();
    return;
  }
  if (name.starts_with("x-") || name.starts_with("$") || name.size() < 4) {
    return;
  }
  const std::string_view nearest = Nearest(name, kSuggested);
  if (!nearest.empty() && IsKeyword(nearest, draft(place))) {
    emit_.Report(key.span, kUnknownKeyword, name).Hint("did you mean `" + std::string(nearest) + "`?").Emit();
  }
}

// An unknown draft would silently be read as another one. Helm resolves its schema.
void Lowering::CheckDialect(const ScopedSchema& place) {
  const value::Value& stated = *value::Find(*place.schema, "$schema");
  const SchemaResource& resource = resources_.Get(place.resource);
  const bool is_looked_at =
      resource.root == place.schema && request_.validator == CompatibilityMode::kStandard;
  constexpr std::string_view kNewest = "://json-schema.org/schema";  // whichever that is
  const bool is_text = stated.kind == value::Kind::kString;
  const bool is_known =
      is_text && (stated.raw.find(kNewest) != std::string_view::npos || resources_.KnowsDialect(stated.raw));
  if (!is_looked_at || is_known) {
    return;
  }
  const std::optional<Draft> suggested = is_text ? ParseDraftName(stated.raw) : std::nullopt;
  emit_
      .Report(stated.span, kUnknownDraft, is_text ? std::string(stated.raw) : value::PlainText(stated),
              NameOf(draft(place)))
      .Hint(suggested ? "write `" + UriOf(*suggested) + "`" : "")
      .Emit();
}

// A keyword of another draft is ignored as well, once said for the whole schema.
void Lowering::CheckDraft(const ScopedSchema& place, const value::Value& key) {
  constexpr std::string_view kReported =
      "const contains propertyNames if dependentRequired dependentSchemas prefixItems minContains "
      "maxContains unevaluatedItems unevaluatedProperties additionalItems $dynamicRef $recursiveRef";
  const bool matters = HasWord(kReported, key.raw);
  if (!matters || IsKeyword(key.raw, draft(place)) || !reported_.insert(std::string(key.raw)).second) {
    return;
  }
  emit_.Report(key.span, kOtherDraft, key.raw, NameOf(draft(place)))
      .Hint(key.raw == "additionalItems" ? "use `prefixItems` and `items`"
            : key.raw == "$recursiveRef" ? "use `$dynamicRef`"
                                         : "name a later draft in `$schema`")
      .Emit();
}

}  // namespace kval::schemas::json_schema
