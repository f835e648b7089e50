#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/json/document.h"
#include "src/lang/gotemplate/evaluator.h"
#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

// Values and functions for tests. peer/main.go has the same for Go.

// Converts JSON. Numbers are float64; an object with one key that begins with `$` is a value of another type:
// {"$int": "5"}, {"$item": "name"}.
Value FromJson(Heap& heap, const json::Value& json);

// Functions with parameters and results of all types.
void AddSampleFunctions(FunctionTable* functions);

struct Rendered {
  std::string text;   // also before an error
  std::string error;  // of parsing or execution; empty if there is none
  std::optional<ExceededLimit> limit = {};
};

struct RenderOptions {
  std::string_view name = "t";
  ExecutionOptions execution;
  uint64_t memory = uint64_t{64} << 20;
};

// Parses and executes a template with JSON data.
Rendered Render(std::string_view text, std::string_view data, const RenderOptions& options = {});

}  // namespace kval::gotemplate
