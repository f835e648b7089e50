#pragma once

#include <cstdint>

#include "src/helm/context.h"
#include "src/source/source_file.h"
#include "src/value/value.h"

namespace kval::helm {

// Whether a string is secret as a whole, as those of a Secret are. So is the text that is made of it.
enum class Secrecy : uint8_t { kOpen, kSecret };

// YAML that is a string of another YAML file. Within a literal block every node has its place in that file;
// of other strings, which are not written as they read, the places are in the text by itself. Null for a
// fault, which was reported.
const value::Value* ReadEmbedded(const value::Value& string, const source::SourceFile& file, Secrecy secrecy,
                                 Context& context);

}  // namespace kval::helm
