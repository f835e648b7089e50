#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/source/file_reader.h"
#include "src/support/limits.h"
#include "src/support/thread_cache.h"

namespace kval::kcl::runtime {

// The interface of the evaluation to native functions.
//
// Errors: call Fail with KCL's message and return its result; the evaluator checks failed() after each call.
// A native function that calls back (Call, Str of an instance) must return at once when failed() becomes
// true.
enum class Limit : uint8_t { kNesting, kMemory, kSteps };

class Runtime {
 public:
  virtual ~Runtime() = default;

  virtual Heap& heap() = 0;
  // Records the first error of the evaluation; later ones are ignored. Returns Undefined.
  virtual Value Fail(std::string message) = 0;
  // The same at `place`, with a second related location (unset: none).
  virtual Value FailBetween(source::Span place, source::Span, std::string, std::string message) {
    SetPlace(place);
    return Fail(std::move(message));
  }
  // Sets the presentation of the last failure: a headline instead of its message (empty: the message on one
  // line), and a hint.
  virtual void Advise(std::string, std::string) {}
  // Reports something that KCL ignores silently at the responsible location, once per location; evaluation
  // continues.
  virtual void Warn(const std::string&, const std::string&) {}
  // Records that a limit is exceeded; `runtime.catch` does not catch this.
  virtual Value FailLimit(Limit, std::string message) { return Fail(std::move(message)); }
  virtual bool failed() const = 0;
  // Returns the message of the recorded error and clears it; only for `runtime.catch`.
  virtual std::string TakeFailure() = 0;
  // Calls a function value: a lambda, a native, a schema type.
  virtual Value Call(const Value& function, const CallArgs& args) = 0;
  // Returns the declared type of a lambda's first parameter for messages; empty if it accepts any value.
  virtual std::string FirstParameterType(const Value&) { return {}; }
  // Sets the responsible location for subsequent calls of Fail, and for a created instance.
  virtual void SetPlace(source::Span) {}
  // Creates an instance of a schema from a configuration, with defaults and checks.
  virtual Value Instantiate(const SchemaType& type, const Dict& config, const CallArgs& args) = 0;
  // The limits of the run.
  virtual const Limits& limits() const {
    static const Limits kStandard;
    return kStandard;
  }
  // Counts work that the evaluator does not count (a long loop in a native function); returns false once the
  // step limit is exceeded.
  virtual bool Charge(uint64_t steps) = 0;

  // `option(key)`: the value given on the command line or in a settings file, or Undefined. `is_string`: the
  // program requires a string, so a number with an exponent keeps its spelling (`7e2`, the hash of a commit).
  virtual Value Option(std::string_view key, bool is_string) = 0;
  // Writes to standard output (`print`), or replaces the whole output (`manifests.yaml_stream`).
  virtual void Print(std::string_view text) = 0;
  virtual void ReplaceOutput(std::string text, Value documents) = 0;
  // Returns the instances of a schema so far: those of the main package, or of all packages.
  virtual Value Instances(const SchemaType& type, bool full_package) = 0;

  // Reading files, below the project's root only.
  virtual source::FileReader& files() = 0;
  // False in the sandbox: no writes, no clock, no environment, no network, no randomness.
  virtual bool effects_allowed() const = 0;
  // The directory below which files may be written if effects are allowed; empty: the module's root.
  virtual std::string_view writable_root() const { return {}; }
  // Returns a guard: while it exists, a deadline does not end the process, so that files are written
  // completely.
  virtual std::shared_ptr<void> HoldEnd() const { return nullptr; }
  virtual std::string_view working_directory() const = 0;
  virtual std::string_view module_root() const = 0;
  // The file whose code is being evaluated.
  virtual std::string_view current_file() const = 0;
  // The thread's cache between evaluations; null if there is none.
  virtual ThreadCache* kept() { return nullptr; }
  // `-r`: numbers must fit 32 bits.
  virtual bool strict_range() const = 0;
};

}  // namespace kval::kcl::runtime
