#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/lang/kcl/eval/options.h"
#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"
#include "src/support/limits.h"
#include "src/support/thread_cache.h"
#include "src/value/value.h"

// Evaluating KCL programs (kcl.md, 6 and 7).
namespace kval::kcl::eval {

class Evaluator;
struct SchemaCheckLine;

// One evaluation of one program. The program and the emitter must outlive it; values live as long as it does.
//
// Mistakes of the program go to the emitter: the first one ends the evaluation (each failing check line is
// one of many with collect_check_failures). Limits that are hit are reported in the same way, under their own
// kinds.
class Evaluation {
 public:
  Evaluation(const Program& program, source::FileReader& files, diag::Emitter& emitter, EvalOptions options);
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  // Evaluates the main package and its imports. Returns false if an error was reported.
  bool Run();

  // Creates an instance of `schema` from data, whose entries count as `k: v` and keep their locations. Runs
  // all checks. Returns Undefined if errors were reported.
  runtime::Value Instantiate(const kcl::Schema& schema, const value::Value& data);
  // The same for a configuration, whose entries have operators. `at`: its location.
  runtime::Value Instantiate(const kcl::Schema& schema, const runtime::Dict& config, source::Span at);
  // Returns whether these check lines pass for a configuration. Evaluates only the parts that they read, and
  // reports nothing; also returns false if the evaluation fails.
  bool Hold(const kcl::Schema& schema, std::span<const SchemaCheckLine> lines, const runtime::Dict& config,
            source::Span at);
  // Returns the value of one attribute of `schema` for that data: its default, or the result of the schema's
  // statements. Nothing else is evaluated, no check runs.
  runtime::Value Attribute(const kcl::Schema& schema, std::string_view name, const value::Value& data);
  runtime::Value Attribute(const kcl::Schema& schema, std::string_view name, const runtime::Dict& config,
                           source::Span at);
  // The same for data with the expected type `type`: lists of instances, unions, ….
  runtime::Value Convert(const Type& type, const value::Value& data);

  // Call if configurations contain unsound values.
  void MarkInvalid();

  // Returns the result of `Run`: the globals of the main package in order, and the values of expression
  // statements.
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

}  // namespace kval::kcl::eval
