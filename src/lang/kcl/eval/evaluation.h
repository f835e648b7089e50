#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/eval/failed_check.h"
#include "src/lang/kcl/sema/program.h"
#include "src/lang/kcl/value/runtime.h"
#include "src/lang/kcl/value/value.h"
#include "src/source/file_reader.h"
#include "src/support/limits.h"
#include "src/value/builder.h"
#include "src/value/value.h"

// Evaluating KCL programs (kcl.md, 6 and 7).
namespace kval::kcl::eval {

// A name, or the index of a list's item; negative ones count from the end.
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

struct Options {
  Limits limits;               // those whose names begin with `kcl`
  bool strict_range = false;   // `-r`: numbers fit 32 bits
  bool allow_effects = false;  // writes, clock, environment, network
  std::string writable_root;   // where effects may write; empty: below the program's root
  // Reports every failing check line, value that does not fit, unknown and missing attribute instead of
  // stopping at the first one. The check lines of an instance whose shape is wrong are not run.
  bool collect_check_failures = false;
  // Receives the check lines that fail, with collect_check_failures; without it they are reported.
  std::function<void(FailedCheck)> on_failed_check;
  // Whether a place is in the data; without it every place is. Attributes whose keys stand elsewhere
  // (defaults that were filled in) are not set, for what a failed check reads.
  std::function<bool(source::Span)> is_data;
  // With collect_check_failures: check lines fail at the instance, with the calls that led to it, as in a
  // program that stops at the first one; else at the entries of the data that they read.
  bool fails_at_instances = false;
  // Keys that a schema does not declare are passed over: who asks has reported them.
  bool passes_undeclared = false;
  bool show_hidden = false;
  std::vector<Override> overrides;
  std::string working_directory;
  // `option(key)`; Undefined when there is none.
  std::function<runtime::Value(std::string_view key, runtime::Heap& heap)> option;
  // `print`; nothing is printed without it.
  std::function<void(std::string_view text)> print;
};

class Evaluator;

// One evaluation of one program. The program and the emitter must outlive it; values live as long as it does.
//
// Mistakes of the program go to the emitter: the first one ends the evaluation (each failing check line is
// one of many with collect_check_failures). Limits that are hit are reported in the same way, under their own
// kinds.
class Evaluation {
 public:
  Evaluation(const Program& program, source::FileReader& files, diag::Emitter& emitter, Options options);
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  // Evaluates the main package and what it imports. False when something was reported.
  bool Run();

  // The value of a global of the main package, evaluated as far as it needs. Undefined when there is none.
  runtime::Value Global(std::string_view name);
  // A new instance of `schema` from data, whose entries count as `k: v` and keep their places. Runs all
  // checks. Undefined when something was reported.
  runtime::Value Instantiate(const kcl::Schema& schema, const value::Value& data);
  // The same for a configuration with its own operators; `at` is its place.
  runtime::Value Instantiate(const kcl::Schema& schema, const runtime::Dict& config, source::Span at);
  // The value of one attribute of `schema` for that data: its default, or what the statements of the schema
  // make of it. Nothing else is evaluated, no check is run.
  runtime::Value Attribute(const kcl::Schema& schema, std::string_view name, const value::Value& data);
  runtime::Value Attribute(const kcl::Schema& schema, std::string_view name, const runtime::Dict& config,
                           source::Span at);
  // The same for data where `type` is expected: lists of instances, unions, ….
  runtime::Value Convert(const Type& type, const value::Value& data);

  // What `Run` produced: globals of the main package in their order and the values of expression statements.
  runtime::Value Result();
  // `manifests.yaml_stream` replaces the whole output; null otherwise.
  const std::string* replaced_output() const;
  // The documents of that output.
  runtime::Value replaced_documents() const;

  runtime::Heap& heap();
  runtime::Runtime& runtime();
  uint64_t steps() const;
  bool failed() const;

 private:
  std::unique_ptr<Evaluator> evaluator_;
};

// Document values and KCL values. Spans are kept; integers beyond 64 bits become floats.
runtime::Value FromDocument(runtime::Heap& heap, const value::Value& document);
// Undefined and functions are left out, number multipliers become numbers.
const value::Value* ToDocument(value::Builder& builder, const runtime::Value& value);

}  // namespace kval::kcl::eval
