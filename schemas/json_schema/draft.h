#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The drafts of JSON Schema, and which keywords contain schemas in each draft.
namespace kval::schemas::json_schema {

enum class Draft : uint8_t { k4, k6, k7, k2019, k2020 };

// Returns the `$schema` URI of a draft.
std::string UriOf(Draft draft);

// Returns the draft of a `$schema` URI, http or https, with or without an empty fragment; nullopt for other
// URIs.
std::optional<Draft> DraftOf(std::string_view schema_uri);
// Parses the name of a draft: `4`, `draft4`, `draft-07`, `2020-12`.
std::optional<Draft> ParseDraftName(std::string_view name);
std::string_view NameOf(Draft draft);

// How a keyword contains schemas.
enum class SubschemaKind : uint8_t {
  kNoSchema,
  kSchema,  // a schema
  kList,    // an array of them
  kMap,     // a map of them
  kEither,  // `items`: a schema or an array of them
  kMixed,   // `dependencies`: a map of schemas and of arrays of keys
};
SubschemaKind SubschemaKindOf(std::string_view keyword, Draft draft);

// Returns whether the draft defines the keyword, including annotations.
bool IsKeyword(std::string_view keyword, Draft draft);
// Returns whether any draft defines the keyword; used for suggestions.
bool IsKeywordOfAnyDraft(std::string_view keyword);

// Returns whether a keyword is an annotation in any draft or tool, without effect on validation.
bool IsAnnotation(std::string_view keyword);

// Returns whether a keyword belongs to the validation vocabulary and has no effect if `$vocabulary` omits it.
bool IsValidationKeyword(std::string_view keyword);

// Returns whether an overly permissive subschema of the keyword can make the schema reject more values: the
// subschema must not match, or the keyword counts matches or evaluated properties.
bool NeedsNegation(std::string_view keyword);

}  // namespace kval::schemas::json_schema
