#pragma once

#include <functional>
#include <string_view>

#include "src/lang/kcl/value/heap.h"
#include "src/lang/kcl/value/value.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::schemas::kcl_language {

// The text of a place in the program; empty for any other.
using ProgramText = std::function<std::string_view(source::Span)>;

// A document as a configuration whose entries override defaults (`k = v`) at every depth; the entry
// `united` of a mapping is united with its default instead. Numbers that the program writes with a
// multiplier, `1Ki`, have it again: documents have none.
kcl::runtime::Value ToConfig(kcl::runtime::Heap& heap, const value::Value& document, const ProgramText& text,
                             std::string_view united = {});

// What of an instance a document shows.
enum class Extent {
  kGiven,  // what was set: its defaults are the model's business
  kAll,
};

// A value as a document; hidden names, functions and Undefined are left out. Null for Undefined.
const value::Value* FromConfig(value::Builder& build, const kcl::runtime::Value& value, Extent extent);

}  // namespace kval::schemas::kcl_language
