#pragma once

#include <cstdint>

#include "src/helm/context.h"
#include "src/source/source_file.h"
#include "src/value/value.h"

namespace kval::helm {

// Whether a string is secret as a whole, as those of a Secret are. So is the text that is made of it.
enum class Sensitivity : uint8_t { kOpen, kSecret };

// Reads YAML inside a string of another YAML file. In a literal block every node has its location in that
// file; in other strings locations are relative to the text. Returns null after reporting an error.
const value::Value* ReadEmbedded(const value::Value& string, const source::SourceFile& file,
                                 Sensitivity secrecy, HelmContext& context);

}  // namespace kval::helm
