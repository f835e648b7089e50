#pragma once

#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/value/value.h"

namespace kval::types {

class Evaluators;

// The context of a value that a rule evaluates. Pointers are not null, except `parent` for the root, and
// `evaluators`, which exist only if threads share the model (evaluators.h); without them the model's own
// evaluators are used.
struct Scope {
  const value::Value* root;
  const value::Value* parent;
  const diag::Path* path;
  Evaluators* evaluators = nullptr;
};

// A part of a value that a rule is about.
struct Part {
  diag::Path path;  // within the value
  source::Span at;
  std::string text;         // for a label
  bool is_default = false;  // the place is the schema's
};

// The answer of a predicate.
struct Verdict {
  enum class Answer {
    kHolds,
    kFails,   // `found` describes the value, or is empty
    kBroken,  // the predicate itself failed: `found` is its error
  };
  Answer answer = Answer::kHolds;
  std::string found;
  // For kFails: replaces the rule's message when not empty (`(False, "message")`).
  std::string message;
  // The places of evaluated code that led to a failure, innermost first.
  std::vector<diag::Label> calls;
  // For kBroken: the kind of the error, which may be a limit.
  diag::Kind broken_kind = diag::Kind::kRuleError;
  // For kFails: the parts of the value that caused the failure, the one to change first. Empty: the whole
  // value.
  std::vector<Part> parts{};
  // For kFails of a test over many parts: further failures, each a separate finding.
  std::vector<Verdict> others{};

  bool holds() const { return answer == Answer::kHolds; }
};

// A test that a schema language supplies: a Starlark function, a KCL check line. Opaque to the model.
class Predicate {
 public:
  virtual ~Predicate() = default;

  virtual Verdict Test(const value::Value& subject, const Scope& scope) const = 0;
  // How `schema dump` names it, in the language's own words.
  virtual std::string Describe() const = 0;
  // Strings that every passing value contains; empty if unknown.
  virtual std::vector<std::string> Pieces() const { return {}; }

  // Called once when a complete model is about to be shared by threads: afterwards the predicate is immutable
  // and uses only its Scope. Returns false if that is impossible.
  virtual bool Share() const { return true; }
};

// A default that is computed for each document (KCL attributes, Starlark expressions).
class Thunk {
 public:
  virtual ~Thunk() = default;

  // The value for a record whose present fields are `record`; null when it cannot be computed, which
  // the thunk has then reported itself.
  virtual const value::Value* Compute(const value::Value& record, const Scope& scope) const = 0;
  virtual std::string Describe() const = 0;
  // As a predicate's.
  virtual bool Share() const { return true; }
};

}  // namespace kval::types
