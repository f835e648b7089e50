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

// How a document is converted to a configuration.
struct FromDocumentOptions {
  // The operator of all entries, at every depth: `:` unites with the existing value, `=` replaces it.
  runtime::Operator op = runtime::Operator::kUnion;
  // Whether nulls replace the existing value regardless of `op` (KCL: null from `option()`).
  bool null_overrides = false;
  // The entry of the outermost mapping that is united with the existing value, regardless of `op`.
  std::string_view united;
  // The text of a place in a program, empty for any other: numbers that it writes with a multiplier, `1Ki`,
  // have it again. Documents have none.
  std::function<std::string_view(source::Span)> program_text;
  // Whether a value has a reported error, and whether a key is probably misspelt. Both may be empty.
  std::function<bool(const value::Value& part)> is_unsound;
  std::function<bool(const value::Value& key)> is_misspelt;
};

// Converts a document. Integers beyond 64 bits become floats; keys that are not strings become their source
// spelling.
runtime::Value FromDocument(runtime::Heap& heap, const value::Value& document,
                            const FromDocumentOptions& options = {});

// The parts of an instance that a document contains.
enum class Extent : uint8_t {
  kGiven,  // explicit values only; the model applies its defaults itself
  kAll,
};

// Converts a value to a document. Omits hidden names and values that are not data; number multipliers become
// numbers. Returns null for values that are not data.
const value::Value* ToDocument(value::Builder& builder, const runtime::Value& value,
                               Extent extent = Extent::kAll);

}  // namespace kval::kcl::eval
