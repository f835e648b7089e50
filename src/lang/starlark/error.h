#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/diag/kind.h"
#include "src/source/span.h"
#include "src/support/check.h"

namespace kval::starlark {

// One call that was under way: the function that was called and the place of the call. Or, from a builtin, a
// place that its failure names, with a text of several words that says what is there.
struct Frame {
  std::string function;
  source::Span call;
};

// Why evaluation stopped. A value, not a report: rules turn one into a violation, others give it to Report.
//
// `message` is worded as starlark-go words it (ytt's users know those texts); `kind` is kStarlarkError, or
// one of kLimitSteps, kLimitCallDepth, kLimitMemory, which no caller may treat as an ordinary failure of a
// rule.
struct EvalError {
  diag::Kind kind = diag::Kind::kStarlarkError;
  std::string message;
  source::Span at;           // the innermost place that is known; without value when there is none
  std::vector<Frame> stack;  // innermost first
  std::string hint;
  bool is_reported = false;  // by faults that were reported before: Report stays silent
  // The same failure was met on these calls, too.
  std::vector<source::Span> also_called;
  // Failures of the same run that have nothing to do with this one, each without others of its own.
  std::vector<EvalError> others;
};

// True for the limits on steps, calls and memory.
bool IsLimit(const EvalError& error);

// Messages count against no budget of memory: nobody reads more than this.
constexpr size_t kLongestMessage = size_t{1} << 20;
void CutMessage(std::string& message);
// A message with a text of the program's in it, of which no more is copied than is said.
std::string MessageWith(std::string_view before, std::string_view text, std::string_view behind = {});

// An EvalError on its way to the caller. Converts to an Outcome of any type.
class [[nodiscard]] Failed {
 public:
  // A long message is cut, as MessageWith does.
  explicit Failed(std::string message) : error_(std::make_unique<EvalError>()) {
    CutMessage(message);
    error_->message = std::move(message);
  }
  Failed(diag::Kind kind, std::string message) : Failed(std::move(message)) { error_->kind = kind; }
  explicit Failed(std::unique_ptr<EvalError> error) : error_(std::move(error)) {
    KVAL_CHECK(error_ != nullptr);
  }

  Failed&& At(source::Span at) && {
    error_->at = at;
    return std::move(*this);
  }
  // Names another place; `what` says in several words what is there.
  Failed&& Noting(std::string what, source::Span where) && {
    if (where.has_value()) {
      error_->stack.push_back({std::move(what), where});
    }
    return std::move(*this);
  }
  Failed&& Hint(std::string hint) && {
    error_->hint = std::move(hint);
    return std::move(*this);
  }
  std::unique_ptr<EvalError> Take() && { return std::move(error_); }

 private:
  std::unique_ptr<EvalError> error_;
};

// A value or the error that prevented it.
template <typename T>
class [[nodiscard]] Outcome {
 public:
  Outcome(T value) : value_(std::move(value)) {}
  Outcome(Failed failed) : error_(std::move(failed).Take()) {}

  bool ok() const { return error_ == nullptr; }
  explicit operator bool() const { return ok(); }

  const T& operator*() const { return value(); }
  T& operator*() {
    KVAL_CHECK(ok());
    return value_;
  }
  const T* operator->() const { return &value(); }

  EvalError& error() {
    KVAL_CHECK(!ok());
    return *error_;
  }
  const EvalError& error() const {
    KVAL_CHECK(!ok());
    return *error_;
  }
  // Passes the error on: `if (!x.ok()) { return x.Pass(); }`.
  Failed Pass() { return Failed(std::move(error_)); }

 private:
  const T& value() const {
    KVAL_CHECK(ok());
    return value_;
  }

  T value_{};
  std::unique_ptr<EvalError> error_;
};

// An Outcome that carries nothing.
struct Done {};
using Status = Outcome<Done>;

// For what failed because of faults that were reported.
Failed AlreadyReported(std::string message);

// Adds a call to the stack of the error and of its others.
void PushFrame(EvalError& error, const Frame& frame);

// Makes `other`, and its others, others of `error`.
void AddOther(EvalError& error, Failed other);

// Reports the error and its others: the place as the primary label and one kCall label for each frame.
void Report(const EvalError& error, diag::Emitter& emitter);

// The candidate that the writer of `word` most likely meant, as ` (did you mean x?)` with the given prefix
// before the name, or nothing.
std::string DidYouMean(std::string_view word, std::vector<std::string_view> candidates,
                       std::string_view prefix);

}  // namespace kval::starlark
