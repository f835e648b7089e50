#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/starlark/arguments.h"
#include "src/lang/starlark/environment.h"
#include "src/lang/starlark/error.h"
#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/segment.h"
#include "src/lang/starlark/value.h"
#include "src/source/source_map.h"
#include "src/support/kept.h"
#include "src/support/limits.h"

namespace kval::starlark {

class Program;
class Function;

// Carries out the HostCalls of a program.
class Host {
 public:
  virtual ~Host() = default;
  // A kExpression call has one positional argument.
  virtual Status Run(Interpreter& interpreter, uint32_t op, source::Span at, const Args& args) = 0;
  // Receives the value of an expression statement before it is discarded.
  virtual Status Forget(Value, source::Span) { return Done{}; }
  // A function with host calls starts; its output is separate.
  virtual Status BeginFunction(Interpreter& interpreter, std::string_view function) = 0;
  // The function ends. The result is its return value unless it returned one explicitly. Also called after a
  // failure (`failed`) with the result ignored; an error of this function is then added.
  virtual Outcome<Value> EndFunction(Interpreter& interpreter, bool failed) = 0;
};

// Resolves `load("module", …)`.
class Loader {
 public:
  virtual ~Loader() = default;
  // `from` is the name of the loading program. The module must live as long as the interpreter. A mistake in
  // the loaded file that was already reported is an error too.
  virtual Outcome<Module*> Load(Interpreter& interpreter, std::string_view module, std::string_view from,
                                source::Span at) = 0;
};

struct Options {
  Limits limits;                                // those whose names begin with `starlark`
  Loader* loader = nullptr;                     // null: every load fails
  std::function<void(std::string_view)> print;  // receives one line of print(), without line break
  // What to do about a name that is not defined, in the program of that name; empty when the host does not
  // know.
  std::function<std::string(std::string_view name, std::string_view program)> undefined_hint;
  Kept* kept = nullptr;  // the thread's cache across documents; may be null
};

// Starlark as ytt speaks it: parses, resolves and runs programs, and owns all that they make.
//
// Guarantees: user mistakes in the text are reported to the emitter, all of a program in one run, one
// diagnostic for each; evaluation reports nothing and returns an EvalError; limits on steps, call depth,
// native stack and memory always hold; no clock, files or network. Knows no YAML. Not thread-safe.
// Source: starlark-go's specification and the dialect of k14s/starlark-go that ytt 0.52 ships.
class Interpreter {
 public:
  // `sources` must outlive the interpreter.
  Interpreter(const source::SourceMap* sources, Options options);
  // An interpreter that calls shared functions of other interpreters (share.h). Same options, except the
  // thread's cache, and separate budgets.
  Interpreter(const Interpreter& like, const source::SourceMap* sources, Kept* kept);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  Heap& heap() { return heap_; }
  const source::SourceMap& sources() const { return *sources_; }
  // The builtins: len, str, fail, …; the parent for the caller's environments.
  const Environment& universe();

  // Parses and resolves. Null when mistakes were reported. Programs belong to the interpreter; `environment`
  // must live as long. `name` is what load() and function frames call the program.
  //
  // With kRun a program whose only mistakes are undefined names, reported, is there to be run for its further
  // mistakes: what reads those names fails silently. Its results are not to be used (HasUndefined).
  enum class Undefined : uint8_t { kRefuse, kRun };
  const Program* Parse(std::string_view name, std::span<const Segment> segments,
                       const Environment& environment, diag::Emitter& emitter,
                       Undefined undefined = Undefined::kRefuse);
  static bool HasUndefined(const Program& program);

  // Runs a program of Parse and gives its globals. `host` may be null when it has no HostCalls.
  // Functions of the program go on using that host when they are called later.
  Outcome<Module*> Run(const Program& program, Host* host = nullptr);

  // Calls a function, builtin or callable host value. `at` is the place of the call for frames.
  Outcome<Value> Call(Value callee, const Args& args, source::Span at);
  Outcome<Value> Call(Value callee, std::span<const Value> positional, source::Span at) {
    return Call(callee, Args{positional, {}, {}}, at);
  }

  // Counts work that a builtin does, to be called in its loops; fails when a limit is passed.
  Status Step(uint64_t count = 1);
  // The same for work that is less than a step, in units of Work: cheap enough for loops over values.
  Status Spend(uint64_t units) {
    heap_.work().Add(units);
    return heap_.work().is_due() ? Step(0) : Status(Done{});
  }

  uint64_t steps_used() const { return steps_; }
  const Options& options() const { return options_; }

 private:
  friend class Evaluator;

  const Program* Keep(std::unique_ptr<Program> program);
  Outcome<Value> CallFunction(const Function& function, const Args& args, source::Span at);

  const source::SourceMap* sources_;
  Options options_;
  Heap heap_;
  Environment universe_;
  bool has_universe_ = false;
  std::vector<std::unique_ptr<Program>> programs_;
  std::vector<Value> stack_;  // the local variables of all active calls
  uint64_t steps_ = 0;
  uint32_t call_depth_ = 0;
  source::Span current_call_;
};

// How a callable takes positional arguments, for callers that choose by arity. Only def and lambda have one.
struct Arity {
  size_t required = 0;    // without default
  size_t positional = 0;  // with those that have a default
  bool has_args = false;  // *args
  bool has_kwargs = false;
};
std::optional<Arity> ArityOf(Value callable);
// The name of a def, `lambda`, or of a builtin; empty for anything else.
std::string_view FunctionName(Value callable);

}  // namespace kval::starlark
