#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/cel/context.h"
#include "src/lang/cel/environment.h"
#include "src/lang/cel/estimate.h"
#include "src/lang/cel/feature_versions.h"
#include "src/lang/cel/heap.h"
#include "src/lang/cel/program_error.h"
#include "src/lang/cel/value.h"

// CEL, the Common Expression Language, as in Kubernetes 1.35: macros, libraries, limits.
//
//   Environment environment;
//   environment.Declare("self", environment.types().Map(&kStringType, &kIntType));
//   std::vector<CompileError> errors;
//   const auto program = Program::Compile("self.replicas <= 5", environment, {}, errors);
//   Heap heap(budget.memory);
//   const Evaluation found = program->Evaluate(std::array{self}, heap, budget);
namespace kval::cel {

struct Expr;

struct CompileOptions {
  bool has_macros = true;
  bool has_checks = true;  // check types; otherwise errors appear only during evaluation
};

// The result of an evaluation: a value, or one of the kind kError.
struct Evaluation {
  Value value;
  uint64_t cost = 0;  // as Kubernetes counts
  uint64_t work = 0;  // as Budget counts
};

// A part of a program that made it false, with the values that it read.
struct FailingPart {
  uint32_t begin = 0;  // of the part, in the source
  uint32_t end = 0;
  struct ObservedValue {
    std::string text;   // `self.replicas`, as the source has it; `x` for a loop variable
    std::string value;  // as a CEL literal, truncated if long
  };
  std::vector<ObservedValue> observed_values;
  // In a loop: the innermost variable that holds a map, which may no longer exist.
  std::string variable;
  const Map* item = nullptr;
};

// A compiled expression. Immutable: threads may share it. The types of the environment must outlive it.
class Program {
 public:
  // Returns nullopt after reporting at least one error.
  static std::optional<Program> Compile(std::string_view text, const Environment& environment,
                                        const CompileOptions& options, std::vector<ProgramError>& errors);
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  const std::string& text() const;
  // The type of the result; dyn without checks.
  const Type& type() const;
  // Whether the program reads the variable of that place in the environment.
  bool Reads(size_t variable) const;

  // Returns the features that the environment of Kubernetes 1.`version` lacks.
  std::vector<NewerFeature> NewerThan(uint32_t version) const;

  // The maximum cost for values of these sizes (estimate.h). Requires a checked program.
  uint64_t EstimatedCost(const SizeSource& sizes) const;

  // Evaluates the program. `variables` are in the order of the environment. The result lives as long as the
  // heap, the program and the values that the variables refer to.
  Evaluation Evaluate(std::span<const Value> variables, Heap& heap, const Budget& budget,
                      const ZoneSource* zones = nullptr) const;

  // Explains a program whose value is false by its false parts: for `a && b` the false operands, for `a || b`
  // both, for `all` the first failing item. Empty if the value is not false or the budget is insufficient.
  // Adds the cost to `work`.
  std::vector<FailingPart> Explain(std::span<const Value> variables, const Budget& budget,
                                   uint64_t* work = nullptr) const;

 private:
  struct State;
  explicit Program(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace kval::cel
