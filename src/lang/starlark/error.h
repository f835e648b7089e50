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

// A call in progress: the called function and the call's location. Or, from a builtin, a location named by
// its error, with a text of several words that describes it.
struct Frame {
  std::string function;
  source::Span call;
};

// Why evaluation stopped. A value, not a diagnostic: rules turn it into a violation, others pass it to
// Report.
//
// `message` has starlark-go's wording, which ytt's users know; `kind` is kStarlarkError, or kLimitSteps,
// kLimitCallDepth or kLimitMemory, which callers must not treat as an ordinary failure of a rule.
struct EvalError {
  diag::Kind kind = diag::Kind::kStarlarkError;
  std::string message;
  source::Span at;           // the innermost place that is known; without value when there is none
  std::vector<Frame> stack;  // innermost first
  std::string hint;
  bool is_reported = false;  // caused by errors already reported: Report does nothing
  // Further calls with the same error.
  std::vector<source::Span> also_called;
  // Unrelated errors of the same run, without nested ones.
  std::vector<EvalError> others;
};

// True for the limits on steps, calls and memory.
bool IsLimit(const EvalError& error);

// Messages are not charged to the memory budget, so they are limited.
constexpr size_t kLongestMessage = size_t{1} << 20;
void CutMessage(std::string& message);
// A message that contains text of the program; copies only the part that is shown.
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
  // Adds a location; `what` describes it in several words.
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

// For failures caused by reported errors.
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
