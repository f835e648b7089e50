#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The drafts of JSON Schema, and where each keyword has schemas in it.
namespace kval::schemas::json_schema {

enum class Draft : uint8_t { k4, k6, k7, k2019, k2020 };

// What `$schema` says for it.
std::string UriOf(Draft draft);

// The draft that a `$schema` names, http or https, with or without an empty fragment; nothing for any other.
std::optional<Draft> DraftOf(std::string_view schema_uri);
// By its name for people: `4`, `draft4`, `draft-07`, `2020-12`.
std::optional<Draft> DraftNamed(std::string_view name);
std::string_view NameOf(Draft draft);

// How a keyword contains schemas.
enum class Holds : uint8_t {
  kNoSchema,
  kSchema,  // a schema
  kList,    // an array of them
  kMap,     // a map of them
  kEither,  // `items`: a schema or an array of them
  kMixed,   // `dependencies`: a map of schemas and of arrays of keys
};
Holds WhatHolds(std::string_view keyword, Draft draft);

// Whether the draft gives the keyword a meaning, annotations included.
bool IsKeyword(std::string_view keyword, Draft draft);
// All of them, for suggestions.
bool IsKeywordOfAnyDraft(std::string_view keyword);

// Keywords that only describe, of whatever draft or tool.
bool IsAnnotation(std::string_view keyword);

// The keywords that a schema loses when its `$vocabulary` lacks the one for validation.
bool IsOfValidation(std::string_view keyword);

// Keywords whose schemas must not match, or that count matches or evaluated properties.
bool AsksForMisfits(std::string_view keyword);

}  // namespace kval::schemas::json_schema
