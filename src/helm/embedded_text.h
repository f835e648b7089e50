#pragma once

#include "src/helm/context.h"
#include "src/source/source_file.h"
#include "src/value/value.h"

namespace kval::helm {

// YAML that is a string of another YAML file. Within a literal block every node has its place in that file;
// of other strings, which are not written as they read, the places are in the text by itself. Null for a
// fault, which was reported.
const value::Value* ReadEmbedded(const value::Value& string, const source::SourceFile& file,
                                 Context& context);

}  // namespace kval::helm
