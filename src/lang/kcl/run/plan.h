#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"

// From the value of a program to the text that `kcl run` prints (kcl.md, 8; KCL's runtime/val_plan.rs).
namespace kval::kcl::run {

enum class Format { kYaml, kJson };

struct PlanOptions {
  Format format = Format::kYaml;
  bool sort_keys = false;
  bool show_hidden = false;            // names that start with `_`, at any depth
  bool disable_none = false;           // leaves None out instead of writing null
  std::vector<std::string> selectors;  // `a.b.0`; of several, the values make a list
};

// The part of `value` that the selectors name; `missed` is the first of them that names nothing, if one does.
runtime::Value Select(runtime::Heap& heap, const runtime::Value& value,
                      const std::vector<std::string>& selectors, const std::string** missed);

// Returns `value` without the parts that are not output: hidden names, functions, Undefined.
runtime::Value Prune(runtime::Heap& heap, const runtime::Value& value, const PlanOptions& options);

// The text, ending in a line break unless it is empty. A list of dicts becomes several documents: a stream of
// YAML documents, or JSON values one behind the other.
std::string PlanText(runtime::Heap& heap, const runtime::Value& value, const PlanOptions& options);

}  // namespace kval::kcl::run
