#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/eval/failed_check.h"
#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/sema/program.h"
#include "src/source/span.h"
#include "src/support/limits.h"
#include "src/support/thread_cache.h"

namespace kval::kcl::eval {

class Layouts;

// A name, or the index of a list item; negative indexes count from the end.
struct OverrideStep {
  std::string name;
  std::optional<int64_t> index;
};

enum class OverrideOp : uint8_t { kReplace, kUnite, kInsert, kRemove };

// `-O package:a.b=value`: another value for the part of a global, or none.
struct Override {
  std::string package;             // empty: the main package
  std::vector<OverrideStep> path;  // the global's name first
  OverrideOp op = OverrideOp::kReplace;
  std::string value;  // the global of the main package that holds the new value; none for kRemove
};

// The options of an evaluation.
struct EvalOptions {
  Limits limits;               // those whose names begin with `kcl`
  bool strict_range = false;   // `-r`: numbers fit 32 bits
  bool allow_effects = false;  // writes, clock, environment, network
  std::string writable_root;   // where effects may write; empty: below the program's root
  std::function<std::shared_ptr<void>()> hold_end;  // Runtime::HoldEnd; empty: nothing ends the process
  // Reports every failure instead of stopping at the first one: check lines, type errors, unknown and missing
  // attributes, expressions. Nothing is computed from invalid values (runtime::Unsound).
  bool collect_check_failures = false;
  // Receives the check lines that fail, with collect_check_failures; without it they are reported.
  std::function<void(FailedCheck)> on_failed_check;
  // Called for each instance whose check lines ran, whether or not they failed.
  std::function<void(const kcl::Schema& schema, source::Span instance)> on_checked;
  // Whether a location is in the data; if unset, every location is. For the values that a failed check reads,
  // attributes with keys elsewhere (defaults) count as unset.
  std::function<bool(source::Span)> is_data;
  // With collect_check_failures: check lines fail at the instance, with the calls that led to it, as in a
  // program that stops at the first one; else at the entries of the data that they read.
  bool fails_at_instances = false;
  // Ignores keys that a schema does not declare; the caller has already reported them.
  bool passes_undeclared = false;
  bool show_hidden = false;
  std::vector<Override> overrides;
  std::string working_directory;
  // Implements `option(key)`; Undefined if there is none.
  std::function<runtime::Value(std::string_view key, bool is_string, runtime::Heap& heap)> option;
  // Layouts shared by evaluations of the program, all created; if null, the evaluation creates its own.
  std::shared_ptr<Layouts> layouts;
  // The thread's cache between evaluations; may be null.
  ThreadCache* kept = nullptr;
  // `print`; nothing is printed without it.
  std::function<void(std::string_view text)> print;
};

}  // namespace kval::kcl::eval
