#pragma once

#include <string>
#include <vector>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"

// From the value of a program to the text that `kcl run` prints (kcl.md, 8; KCL's runtime/val_plan.rs).
namespace kval::kcl::run {

enum class OutputFormat { kYaml, kJson };

struct OutputOptions {
  OutputFormat format = OutputFormat::kYaml;
  bool sort_keys = false;
  bool show_hidden = false;            // names that start with `_`, at any depth
  bool disable_none = false;           // leaves None out instead of writing null
  std::vector<std::string> selectors;  // `a.b.0`; of several, the values make a list
};

// Returns the part of `value` that the selectors denote. `missed`: the first selector without a match, if
// any.
runtime::Value Select(runtime::Heap& heap, const runtime::Value& value,
                      const std::vector<std::string>& selectors, const std::string** missed);

// Returns `value` without the parts that are not output: hidden names, functions, Undefined.
runtime::Value RemoveHidden(runtime::Heap& heap, const runtime::Value& value, const OutputOptions& options);

// Formats the output, which ends in a line break unless it is empty. A list of dicts becomes several
// documents: a YAML stream, or consecutive JSON values.
std::string RenderOutput(runtime::Heap& heap, const runtime::Value& value, const OutputOptions& options);

}  // namespace kval::kcl::run
