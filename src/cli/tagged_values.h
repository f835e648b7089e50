#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rapidjson/document.h"
#include "src/lang/cel/heap.h"
#include "src/lang/cel/value.h"
#include "src/report/json_writer.h"
#include "src/support/throwing_allocator.h"

namespace kval::cli {

// JSON that was read: freed as a whole, so that nesting costs no stack.
using JsonDocument =
    rapidjson::GenericDocument<rapidjson::UTF8<>, rapidjson::MemoryPoolAllocator<ThrowingAllocator>,
                               ThrowingAllocator>;
using JsonValue = JsonDocument::ValueType;

// Values of CEL as JSON with a tag that names the kind: {"int":"1"}, {"list":[…]}, {"map":[[key,value],…]},
// {"bytes":base64}. A program that reads them loses nothing.

// Nothing for what is no such value.
std::optional<cel::Value> ReadTagged(const JsonValue& json, cel::Heap& heap);
void WriteTagged(const cel::Value& value, report::JsonWriter& json);

}  // namespace kval::cli
