#pragma once

#include <string_view>

#include "src/lang/kcl/value/heap.h"
#include "src/lang/kcl/value/value.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::schemas::kcl_language {

// A document as a configuration whose entries override defaults (`k = v`) at every depth; the entry
// `united` of a mapping is united with its default instead.
kcl::runtime::Value ToConfig(kcl::runtime::Heap& heap, const value::Value& document,
                             std::string_view united = {});

// What of an instance a document shows.
enum class Extent {
  kGiven,  // what was set: its defaults are the model's business
  kAll,
};

// A value as a document; hidden names, functions and Undefined are left out. Null for Undefined.
const value::Value* FromConfig(value::Builder& build, const kcl::runtime::Value& value, Extent extent);

}  // namespace kval::schemas::kcl_language
