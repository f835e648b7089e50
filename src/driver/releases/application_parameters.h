#pragma once

#include <string>
#include <string_view>

#include "src/value/builder.h"
#include "src/value/value.h"

// Parameters of ApplicationSets as Argo CD's generators compute them. Parameters are a map; without Go
// templates its keys are whole paths such as `path.basename`. Source: argo-cd applicationset.
namespace kval::driver {

// The parameters of one Application.
struct Parameters {
  const value::Value* map;
  // False if a generator has parameters that only Argo CD knows.
  bool is_complete = true;
};

// Go's `%v`.
std::string GoText(const value::Value& value);

// Returns the map with a key, which replaces an existing one.
const value::Value* WithField(const value::Value& map, std::string_view key, const value::Value* value,
                              value::Builder& build);
// The same with all entries of `over`. Nested maps are not merged.
const value::Value* WithFields(const value::Value& map, const value::Value& over, value::Builder& build);

// Returns the first key that has no form in JSON: null, a list or a map; null if there is none.
const value::Value* FindUnsupportedKey(const value::Value& value);

// Returns the value with keys as strings, as Go's JSON has them: the key of `n: 1` is "false".
const value::Value* WithTextKeys(const value::Value& value, value::Builder& build);

// The scalars below a map as strings, by their paths with dots. Source: jeremywohl/flatten.
const value::Value* Flattened(const value::Value& map, value::Builder& build);

// Source: dario.cat/mergo. `over` replaces values, and nested maps are merged.
const value::Value* MergedWith(const value::Value& base, const value::Value& over, value::Builder& build);
// Empty values of a template (also 0 and false) are those of `base`.
const value::Value* CompletedFrom(const value::Value* value, const value::Value* base, value::Builder& build);

// The name in lower case, with `-` in the place of characters that names of Kubernetes cannot have.
std::string NormalizedName(std::string_view name);
// The name with at most `max_size` characters; a smart slug ends with a whole word. Source: gosimple/slug.
std::string Slug(std::string_view name, size_t max_size, bool is_smart);

}  // namespace kval::driver
