#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

#include "src/diag/emitter.h"
#include "src/lang/kcl/eval/failures.h"
#include "src/lang/kcl/eval/layouts.h"
#include "src/lang/kcl/eval/options.h"
#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"
#include "src/support/native_stack.h"

namespace kval::kcl::eval {

using runtime::CallArgs;
using runtime::Dict;
using runtime::DictBuilder;
using runtime::Entry;
using runtime::NamedValue;
using runtime::Value;

// The nesting depth of instances.
struct Nesting {
  uint32_t instances = 0;  // schema bodies that are running
  uint32_t inits = 0;      // `S {…}` expressions that are being evaluated
  // Whether an instance made now is part of another one. Its missing attributes may still be set, by an entry
  // with the same key or by a default, so they are reported for the outermost instance only.
  bool is_inside() const { return instances > 1 || inits > 1; }
};

// The state of one evaluation that its parts share: the program and its options, the current location,
// failures, and the use of limits. It evaluates nothing. After a failure (`failed()`) every part returns
// Undefined as soon as possible.
class Context {
 public:
  Context(const Program& program, source::FileReader& files, diag::Emitter& emitter, EvalOptions options);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Program& program() const { return program_; }
  const EvalOptions& options() const { return options_; }
  source::FileReader& files() { return files_; }
  diag::Emitter& emitter() { return emitter_; }
  runtime::Heap& heap() { return heap_; }
  Failures& failures() { return failures_; }
  Trace& trace() { return trace_; }
  const Trace& trace() const { return trace_; }
  Nesting& nesting() { return nesting_; }
  // The number of active `runtime.catch` calls.
  uint32_t& catching() { return catching_; }

  std::string_view Text(Symbol symbol) const { return program_.ast.names.Text(symbol); }
  const runtime::SchemaType* TypeOf(const kcl::Schema& schema) const { return layouts_->TypeOf(schema); }
  const Layout& LayoutOf(const kcl::Schema& schema) { return layouts_->Of(schema); }
  // Whether a location is in the main package; a file of it may be a separate package as well.
  bool IsInMain(source::Span span) const;
  std::string_view current_file() const;

  bool failed() const { return failures_.any(); }
  Value FailAt(source::Span span, std::string message);
  Value FailBetween(source::Span place, source::Span other, std::string other_text, std::string message);
  Value FailLimit(diag::Kind kind, std::string message);
  Value FailLimit(runtime::Limit limit, std::string message);
  // Reports something that KCL ignores silently, once per location; evaluation continues.
  void Warn(source::Span place, std::string message, std::string hint);
  // Whether failures are reported and evaluation continues.
  bool collects() const { return options_.collect_check_failures && catching_ == 0; }
  // With collect_check_failures: reports the failure and continues as if there had been none.
  bool Recover() { return failures_.Recover(collects()); }
  Value MakeUnsound(source::Span span) {
    has_unsound_ = true;
    return runtime::InvalidValue(span);
  }
  // Call before a whole value is read: abandons the evaluation if a part of it is unsound.
  bool MayReadAll(const Value& value);

  // Counts one step of evaluation; returns false if a limit is exceeded.
  bool Step() {
    ++steps_;
    const bool fits = steps_ <= options_.limits.kcl_steps && ((steps_ & 63) != 0 || !heap_.over_limit());
    return (fits && HasStack()) || FailStep();
  }
  // Counts work; returns false once a limit is exceeded.
  bool Charge(uint64_t steps);
  // Call before an iteration over the items of a value; returns false if a limit is exceeded.
  bool ChargeItems(size_t count);
  uint64_t steps() const { return steps_; }

 private:
  bool FailStep();

  const Program& program_;
  source::FileReader& files_;
  diag::Emitter& emitter_;
  EvalOptions options_;
  Failures failures_;
  std::unordered_set<uint32_t> warned_;  // where the places begin
  Trace trace_;
  runtime::Heap heap_;
  std::shared_ptr<Layouts> layouts_;
  Nesting nesting_;
  uint64_t steps_ = 0;
  uint32_t catching_ = 0;
  bool has_unsound_ = false;
};

// Recovers from a failure, unless the program may have effects: a failed assertion must prevent later
// effects.
inline bool GoOn(Context& context) {
  return !context.options().allow_effects && context.Recover();
}
// Returns the value, or an unsound value after a failure that was recovered from.
inline Value Recovered(Context& context, const Value& value, source::Span span) {
  return context.failed() && GoOn(context) ? context.MakeUnsound(span) : value;
}
// Abandons the evaluation of an expression that depends on an unsound value. Reports nothing, because the
// value was reported.
inline Value Abandon(Context& context) {
  context.failures().Abandon();
  return {};
}

// Returns the schema of a value's type.
inline const kcl::Schema& SchemaOf(const runtime::SchemaType& type) {
  return *static_cast<const kcl::Schema*>(type.declaration);
}

// Enters a call or an instance; `ok()` is false when that is too deep.
class CallGuard {
 public:
  CallGuard(Context& context, CallSite site);
  ~CallGuard() { context_.trace().calls.pop_back(); }
  CallGuard(const CallGuard&) = delete;
  CallGuard& operator=(const CallGuard&) = delete;
  bool ok() const { return ok_; }

 private:
  Context& context_;
  bool ok_;
};

}  // namespace kval::kcl::eval
