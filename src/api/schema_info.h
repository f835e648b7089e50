#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "include/kval/kval.h"
#include "src/driver/compiled_schema.h"
#include "src/source/source_map.h"
#include "src/support/limits.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::api {

// What a description is for.
enum class SchemaInfoUse : uint8_t {
  kHover,            // of alternatives, those that the value fits or resembles
  kKeyCompletion,    // the key at the location is to be chosen
  kValueCompletion,  // the value at the location is to be chosen
  kFill,             // missing keys are to be added: skeletons have values that fit the types
};

// Describes the innermost value at byte offset `at` of a document, which may be incomplete, by the schema
// that `validator` contains. Locations in the document belong to a file without a name. Threads: one at a
// time unless the schema is shareable.
SchemaInfo DescribeInText(std::string_view text, size_t at, const driver::CompiledSchema& validator,
                          const Limits& limits, SchemaInfoUse use = SchemaInfoUse::kHover);

// Describes the innermost value at an offset of a document in `sources` by a type.
SchemaInfo MeaningOf(const value::Value& document, types::TypeId type, const types::Model& model,
                     uint32_t offset, const source::SourceMap& sources, const Limits& limits,
                     SchemaInfoUse use = SchemaInfoUse::kHover);

}  // namespace kval::api
