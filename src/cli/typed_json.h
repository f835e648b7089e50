#pragma once

#include <optional>

#include "src/json/document.h"
#include "src/lang/cel/heap.h"
#include "src/lang/cel/value.h"
#include "src/report/json_writer.h"

namespace kval::cli {

// Values of CEL as JSON with a tag that names the kind: {"int":"1"}, {"list":[…]}, {"map":[[key,value],…]},
// {"bytes":base64}. A program that reads them loses nothing.

// Returns nullopt if the JSON is not such a value.
std::optional<cel::Value> ReadTypedJson(const json::Value& json, cel::Heap& heap);
void WriteTypedJson(const cel::Value& value, report::JsonWriter& json);

}  // namespace kval::cli
