#include "schemas/json_schema/draft.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "src/support/word_list.h"

namespace kval::schemas::json_schema {
namespace {

struct Name {
  std::string_view uri;
  Draft draft;
  std::string_view name;
};

constexpr std::array<Name, 5> kDrafts = {{
    {"json-schema.org/draft-04/schema", Draft::k4, "draft-04"},
    {"json-schema.org/draft-06/schema", Draft::k6, "draft-06"},
    {"json-schema.org/draft-07/schema", Draft::k7, "draft-07"},
    {"json-schema.org/draft/2019-09/schema", Draft::k2019, "2019-09"},
    {"json-schema.org/draft/2020-12/schema", Draft::k2020, "2020-12"},
}};

// A keyword with the drafts that define it, and the kind of its value.
struct Keyword {
  std::string_view name;
  Draft since;
  Draft until;
  SubschemaKind holds;
};

constexpr Draft kFirst = Draft::k4;
constexpr Draft kLast = Draft::k2020;
constexpr SubschemaKind kNone = SubschemaKind::kNoSchema;

// Sorted by name.
constexpr Keyword kKeywords[] = {
    {"$anchor", Draft::k2019, kLast, kNone},
    {"$comment", Draft::k7, kLast, kNone},
    {"$defs", Draft::k2019, kLast, SubschemaKind::kMap},
    {"$dynamicAnchor", Draft::k2020, kLast, kNone},
    {"$dynamicRef", Draft::k2020, kLast, kNone},
    {"$id", Draft::k6, kLast, kNone},
    {"$recursiveAnchor", Draft::k2019, Draft::k2019, kNone},
    {"$recursiveRef", Draft::k2019, Draft::k2019, kNone},
    {"$ref", kFirst, kLast, kNone},
    {"$schema", kFirst, kLast, kNone},
    {"$vocabulary", Draft::k2019, kLast, kNone},
    {"additionalItems", kFirst, Draft::k2019, SubschemaKind::kSchema},
    {"additionalProperties", kFirst, kLast, SubschemaKind::kSchema},
    {"allOf", kFirst, kLast, SubschemaKind::kList},
    {"anyOf", kFirst, kLast, SubschemaKind::kList},
    {"const", Draft::k6, kLast, kNone},
    {"contains", Draft::k6, kLast, SubschemaKind::kSchema},
    {"contentEncoding", Draft::k7, kLast, kNone},
    {"contentMediaType", Draft::k7, kLast, kNone},
    {"contentSchema", Draft::k2019, kLast, SubschemaKind::kSchema},
    {"default", kFirst, kLast, kNone},
    {"definitions", kFirst, kLast, SubschemaKind::kMap},
    {"dependencies", kFirst, kLast, SubschemaKind::kMixed},
    {"dependentRequired", Draft::k2019, kLast, kNone},
    {"dependentSchemas", Draft::k2019, kLast, SubschemaKind::kMap},
    {"deprecated", Draft::k2019, kLast, kNone},
    {"description", kFirst, kLast, kNone},
    {"else", Draft::k7, kLast, SubschemaKind::kSchema},
    {"enum", kFirst, kLast, kNone},
    {"errorMessage", kFirst, kLast, kNone},
    {"examples", Draft::k6, kLast, kNone},
    {"exclusiveMaximum", kFirst, kLast, kNone},
    {"exclusiveMinimum", kFirst, kLast, kNone},
    {"format", kFirst, kLast, kNone},
    {"id", kFirst, Draft::k4, kNone},
    {"if", Draft::k7, kLast, SubschemaKind::kSchema},
    {"items", kFirst, kLast, SubschemaKind::kEither},
    {"maxContains", Draft::k2019, kLast, kNone},
    {"maxItems", kFirst, kLast, kNone},
    {"maxLength", kFirst, kLast, kNone},
    {"maxProperties", kFirst, kLast, kNone},
    {"maximum", kFirst, kLast, kNone},
    {"minContains", Draft::k2019, kLast, kNone},
    {"minItems", kFirst, kLast, kNone},
    {"minLength", kFirst, kLast, kNone},
    {"minProperties", kFirst, kLast, kNone},
    {"minimum", kFirst, kLast, kNone},
    {"multipleOf", kFirst, kLast, kNone},
    {"not", kFirst, kLast, SubschemaKind::kSchema},
    {"oneOf", kFirst, kLast, SubschemaKind::kList},
    {"pattern", kFirst, kLast, kNone},
    {"patternProperties", kFirst, kLast, SubschemaKind::kMap},
    {"prefixItems", Draft::k2020, kLast, SubschemaKind::kList},
    {"properties", kFirst, kLast, SubschemaKind::kMap},
    {"propertyNames", Draft::k6, kLast, SubschemaKind::kSchema},
    {"readOnly", kFirst, kLast, kNone},
    {"required", kFirst, kLast, kNone},
    {"then", Draft::k7, kLast, SubschemaKind::kSchema},
    {"title", kFirst, kLast, kNone},
    {"type", kFirst, kLast, kNone},
    {"unevaluatedItems", Draft::k2019, kLast, SubschemaKind::kSchema},
    {"unevaluatedProperties", Draft::k2019, kLast, SubschemaKind::kSchema},
    {"uniqueItems", kFirst, kLast, kNone},
    {"writeOnly", kFirst, kLast, kNone},
    {"x-kval-message", kFirst, kLast, kNone},
};

const Keyword* Find(std::string_view name) {
  const auto* found = std::lower_bound(
      std::begin(kKeywords), std::end(kKeywords), name,
      [](const Keyword& keyword, std::string_view expected) { return keyword.name < expected; });
  return found != std::end(kKeywords) && found->name == name ? found : nullptr;
}

}  // namespace

std::optional<Draft> DraftOf(std::string_view uri) {
  if (uri.ends_with('#')) {
    uri.remove_suffix(1);
  }
  for (const std::string_view scheme : {"http://", "https://"}) {
    for (const Name& each : kDrafts) {
      if (uri.starts_with(scheme) && uri.substr(scheme.size()) == each.uri) {
        return each.draft;
      }
    }
  }
  return std::nullopt;
}

std::optional<Draft> ParseDraftName(std::string_view name) {
  for (const std::string_view prefix : {"draft", "-", "0"}) {
    if (name.starts_with(prefix)) {
      name.remove_prefix(prefix.size());
    }
  }
  for (const Name& each : kDrafts) {
    const std::string_view own = each.name.starts_with("draft-0") ? each.name.substr(7) : each.name;
    const bool is_year = each.draft >= Draft::k2019 && name == each.name.substr(0, 4);
    if (name == own || is_year) {
      return each.draft;
    }
  }
  return std::nullopt;
}

std::string UriOf(Draft draft) {
  const std::string uri(kDrafts[static_cast<size_t>(draft)].uri);
  return draft <= Draft::k7 ? "http://" + uri + "#" : "https://" + uri;
}

std::string_view NameOf(Draft draft) {
  return kDrafts[static_cast<size_t>(draft)].name;
}

SubschemaKind SubschemaKindOf(std::string_view keyword, Draft draft) {
  const Keyword* found = Find(keyword);
  if (found == nullptr || draft < found->since || draft > found->until) {
    // `definitions` and `$defs` are where schemas are kept, whatever the draft.
    return keyword == "$defs" ? SubschemaKind::kMap : SubschemaKind::kNoSchema;
  }
  const bool is_plain_items = keyword == "items" && draft == Draft::k2020;
  return is_plain_items ? SubschemaKind::kSchema : found->holds;
}

bool IsKeyword(std::string_view keyword, Draft draft) {
  const Keyword* found = Find(keyword);
  return found != nullptr && draft >= found->since && draft <= found->until;
}

bool IsKeywordOfAnyDraft(std::string_view keyword) {
  return Find(keyword) != nullptr;
}

bool IsAnnotation(std::string_view keyword) {
  constexpr std::string_view kAnnotations =
      "title description default examples deprecated readOnly writeOnly $comment $schema errorMessage "
      "x-kval-message $defs definitions markdownDescription contentEncoding contentMediaType";
  return HasWord(kAnnotations, keyword);
}

bool IsValidationKeyword(std::string_view keyword) {
  constexpr std::string_view kValidation =
      "type const enum minLength maxLength pattern exclusiveMaximum multipleOf exclusiveMinimum maximum "
      "minimum dependentRequired maxProperties minProperties required maxItems minItems maxContains "
      "minContains uniqueItems";
  return HasWord(kValidation, keyword);
}

bool NeedsNegation(std::string_view keyword) {
  constexpr std::string_view kMisfits = "not oneOf if contains unevaluatedProperties unevaluatedItems";
  return HasWord(kMisfits, keyword);
}

}  // namespace kval::schemas::json_schema
