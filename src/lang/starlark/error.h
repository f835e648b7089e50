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
struct CallFrame {
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
  source::Span at;               // the innermost known location; may be unset
  std::vector<CallFrame> stack;  // innermost first
  std::string hint;
  bool is_reported = false;  // caused by errors already reported: Report does nothing
  // Further calls with the same error.
  std::vector<source::Span> further_calls;
  // Unrelated errors of the same run, without nested ones.
  std::vector<EvalError> others;
};

// True for the limits on steps, calls and memory.
bool IsLimit(const EvalError& error);

// Messages are not charged to the memory budget, so they are limited.
constexpr size_t kMaxMessageSize = size_t{1} << 20;
void TruncateMessage(std::string& message);
// Returns a message with a part of the program; copies only the shown part.
std::string MakeMessage(std::string_view before, std::string_view text, std::string_view following = {});

// An EvalError on its way to the caller. Converts to an Outcome of any type.
class [[nodiscard]] EvalFailure {
 public:
  // A long message is cut, as MakeMessage does.
  explicit EvalFailure(std::string message) : error_(std::make_unique<EvalError>()) {
    TruncateMessage(message);
    error_->message = std::move(message);
  }
  EvalFailure(diag::Kind kind, std::string message) : EvalFailure(std::move(message)) { error_->kind = kind; }
  explicit EvalFailure(std::unique_ptr<EvalError> error) : error_(std::move(error)) {
    KVAL_CHECK(error_ != nullptr);
  }

  EvalFailure&& At(source::Span at) && {
    error_->at = at;
    return std::move(*this);
  }
  // Adds a location; `what` describes it in several words.
  EvalFailure&& WithNote(std::string what, source::Span where) && {
    if (where.has_value()) {
      error_->stack.push_back({std::move(what), where});
    }
    return std::move(*this);
  }
  EvalFailure&& Hint(std::string hint) && {
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
  Outcome(EvalFailure failed) : error_(std::move(failed).Take()) {}

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
  EvalFailure Pass() { return EvalFailure(std::move(error_)); }

 private:
  const T& value() const {
    KVAL_CHECK(ok());
    return value_;
  }

  T value_{};
  std::unique_ptr<EvalError> error_;
};

// An Outcome that carries nothing.
struct Success {};
using Status = Outcome<Success>;

// Returns an error that was already reported.
EvalFailure AlreadyReported(std::string message);

// Adds a call to the stack of the error and of its others.
void PushFrame(EvalError& error, const CallFrame& frame);

// Adds `other`, and its further errors, to those of `error`.
void AddOther(EvalError& error, EvalFailure other);

// Reports the error and its others: the place as the primary label and one kCall label for each frame.
void Report(const EvalError& error, diag::Emitter& emitter);

// Returns the candidate most similar to `word` as ` (did you mean x?)`, with the given prefix before the
// name; empty if none is similar.
std::string SuggestionText(std::string_view word, std::vector<std::string_view> candidates,
                           std::string_view prefix);

}  // namespace kval::starlark
