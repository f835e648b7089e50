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
#include "src/lang/starlark/program_segment.h"
#include "src/lang/starlark/value.h"
#include "src/source/source_map.h"
#include "src/support/limits.h"
#include "src/support/thread_cache.h"

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
  virtual Status Forget(Value, source::Span) { return Success{}; }
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
  // `from`: the name of the loading program. The module must outlive the interpreter. Errors: also if errors
  // in the loaded file were already reported.
  virtual Outcome<Module*> Load(Interpreter& interpreter, std::string_view module, std::string_view from,
                                source::Span at) = 0;
};

struct InterpreterOptions {
  Limits limits;                                // those whose names begin with `starlark`
  Loader* loader = nullptr;                     // null: every load fails
  std::function<void(std::string_view)> print;  // receives one line of print(), without line break
  // Returns a hint for an undefined name in a program; empty if there is none.
  std::function<std::string(std::string_view name, std::string_view program)> undefined_hint;
  ThreadCache* kept = nullptr;  // the thread's cache across documents; may be null
};

// The Starlark dialect of ytt: parses, resolves and runs programs, and owns all objects that they create.
//
// Guarantees: errors in programs are reported to the emitter, all of a program in one run, each once;
// evaluation reports nothing and returns an EvalError; limits on steps, call depth, native stack and memory
// always apply; no access to clock, files or network. Independent of YAML. Threads: one. Source:
// starlark-go's specification and the dialect of k14s/starlark-go in ytt 0.52.
class Interpreter {
 public:
  // `sources` must outlive the interpreter.
  Interpreter(const source::SourceMap* sources, InterpreterOptions options);
  // Creates an interpreter that calls shared functions of other interpreters (share.h), with the same options
  // except the thread's cache, and with separate budgets.
  Interpreter(const Interpreter& like, const source::SourceMap* sources, ThreadCache* kept);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  Heap& heap() { return heap_; }
  const source::SourceMap& sources() const { return *sources_; }
  // The builtins: len, str, fail, …; the parent for the caller's environments.
  const Environment& universe();

  // Parses and resolves a program, which belongs to the interpreter. Errors: reports them and returns null.
  // `environment` must outlive the program. `name`: the name of the program in load() and stack frames.
  //
  // kRun: a program whose only errors are undefined names, which are reported, is returned, so that running
  // it finds more errors: reading these names fails silently. Its results must not be used (HasUndefined).
  enum class UndefinedNames : uint8_t { kReject, kRun };
  const Program* Parse(std::string_view name, std::span<const ProgramSegment> segments,
                       const Environment& environment, diag::Emitter& emitter,
                       UndefinedNames undefined = UndefinedNames::kReject);
  static bool HasUndefined(const Program& program);

  // Runs a program of Parse and returns its globals. `host` may be null if the program has no HostCalls.
  // Functions of the program keep using that host when they are called later.
  Outcome<Module*> Run(const Program& program, Host* host = nullptr);

  // Calls a function, builtin or callable host value. `at` is the place of the call for frames.
  Outcome<Value> Call(Value callee, const Args& args, source::Span at);
  Outcome<Value> Call(Value callee, std::span<const Value> positional, source::Span at) {
    return Call(callee, Args{positional, {}, {}}, at);
  }

  // Counts the work of a builtin; call in its loops. Fails if a limit is exceeded.
  Status Step(uint64_t count = 1);
  // The same for less than a step, in units of Work: cheap enough for loops over values.
  Status Spend(uint64_t units) {
    heap_.work().Add(units);
    return heap_.work().is_due() ? Step(0) : Status(Success{});
  }

  uint64_t steps_used() const { return steps_; }
  const InterpreterOptions& options() const { return options_; }

 private:
  friend class Evaluator;

  const Program* Keep(std::unique_ptr<Program> program);
  Outcome<Value> CallFunction(const Function& function, const Args& args, source::Span at);

  const source::SourceMap* sources_;
  InterpreterOptions options_;
  Heap heap_;
  Environment universe_;
  bool has_universe_ = false;
  std::vector<std::unique_ptr<Program>> programs_;
  std::vector<Value> stack_;  // the local variables of all active calls
  uint64_t steps_ = 0;
  uint32_t call_depth_ = 0;
  source::Span current_call_;
};

// The number of positional arguments of a callable, for callers that choose by it. Only def and lambda have
// one.
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
