#pragma once

#include <functional>
#include <string_view>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/source/span.h"
#include "src/value/builder.h"
#include "src/value/value.h"

// Documents and KCL values: the one conversion of each way. Spans are kept.
namespace kval::kcl::eval {

// How a document is read as a configuration.
struct FromDocumentOptions {
  // Of all entries, at every depth: `:` unites with what is there, `=` replaces it.
  runtime::Operator op = runtime::Operator::kUnion;
  // Whether nulls replace what is there, whatever `op` says (KCL: null from `option()`).
  bool null_overrides = false;
  // The entry of the outermost mapping that is united with what is there, whatever `op` says of the others.
  std::string_view united;
  // The text of a place in a program, empty for any other: numbers that it writes with a multiplier, `1Ki`,
  // have it again. Documents have none.
  std::function<std::string_view(source::Span)> program_text;
  // Whether a value is wrong, which was reported, and whether a key is probably misspelt. Both may be empty.
  std::function<bool(const value::Value& part)> is_unsound;
  std::function<bool(const value::Value& key)> is_misspelt;
};

// Integers beyond 64 bits become floats; keys that are no strings are what their spelling says.
runtime::Value FromDocument(runtime::Heap& heap, const value::Value& document,
                            const FromDocumentOptions& options = {});

// What of an instance a document shows.
enum class Extent : uint8_t {
  kGiven,  // what was set: its defaults are the model's business
  kAll,
};

// Hidden names and what is no data are left out, number multipliers become numbers. Null for what is no data.
const value::Value* ToDocument(value::Builder& builder, const runtime::Value& value,
                               Extent extent = Extent::kAll);

}  // namespace kval::kcl::eval
