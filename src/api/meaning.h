#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "include/kval/kval.h"
#include "src/driver/judge.h"
#include "src/source/source_map.h"
#include "src/support/limits.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::api {

// What the schema of `judge` says of the innermost value at a place of a text, in bytes, which may be half
// typed. The places of the text itself are in a file without a name. One thread at a time, where the judge is
// not shareable.
Meaning MeaningIn(std::string_view text, size_t at, const driver::Judge& judge, const Limits& limits);

// What a type says of the innermost value at a place of a document, which `sources` knows.
Meaning MeaningOf(const value::Value& document, types::TypeId type, const types::Model& model,
                  uint32_t offset, const source::SourceMap& sources, const Limits& limits);

}  // namespace kval::api
