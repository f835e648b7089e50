#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/limits.h"
#include "src/value/builder.h"
#include "src/value/value.h"

// Fields that `replacements` and `vars` of a kustomization read and set.
//
// Source: kustomize api/filters/replacement/replacement.go, kyaml/utils/pathsplitter.go,
// kyaml/yaml/{fns,match}.go.
namespace kval::kubernetes {

// Returns the steps of a path: `spec.containers.[name=a.b].image`, `metadata.annotations.a\.b`,
// `data.[a.b]`.
std::vector<std::string> SplitFieldPath(std::string_view path);

// Returns the text of a scalar that is read from `text`, in the place of `original`.
const value::Value* ScalarInPlaceOf(const value::Value& original, std::string_view text, Arena& arena);

enum class FieldResult : uint8_t {
  kFound,
  kMissing,
  kInvalid,  // the path does not fit to the values, such as a key of a list
  kUnknown,  // a value in the path cannot be read
};

struct FoundField {
  FieldResult result = FieldResult::kMissing;
  const value::Value* value = nullptr;  // of kFound
};

// Finds the field of a source. Null and empty collections are missing. `left`: as FieldWrite::steps.
FoundField FindSourceField(const value::Value& object, std::span<const std::string> steps, size_t& left);

// What a replacement writes to fields.
struct FieldWrite {
  const value::Value* value = nullptr;  // null: unknown
  std::string delimiter;                // empty: the field as a whole
  int64_t index = 0;                    // of the part between delimiters
  bool creates = false;                 // missing fields
  const Limits& limits;
  size_t& steps;  // decreases by the values that are visited; without enough of them, the result is kUnknown
};

struct WrittenField {
  FieldResult result = FieldResult::kMissing;
  const value::Value* object = nullptr;  // of kFound: the object with the fields
};

// Writes all fields that a path selects. A field whose new value is unknown becomes unreadable. The steps
// `[name=pattern]` and `*` select several items. Cost: linear in the
// collections on the path.
WrittenField WriteFields(const value::Value& object, std::span<const std::string> steps,
                         const FieldWrite& write, value::Builder& build);

}  // namespace kval::kubernetes
