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
struct RuleScope {
  const value::Value* root;
  const value::Value* parent;
  const diag::Path* path;
  Evaluators* evaluators = nullptr;
};

// A part of a value that a rule is about.
struct ViolatingPart {
  diag::Path path;  // within the value
  source::Span at;
  std::string text;         // for a label
  bool is_default = false;  // the place is the schema's
};

// The answer of a predicate.
struct PredicateResult {
  enum class PredicateOutcome {
    kHolds,
    kFails,  // `found` describes the value, or is empty
    kError,  // the predicate could not be evaluated: `found` is the error
  };
  PredicateOutcome answer = PredicateOutcome::kHolds;
  std::string found;
  // For kFails: replaces the rule's message when not empty (`(False, "message")`).
  std::string message;
  // The places of evaluated code that led to a failure, innermost first.
  std::vector<diag::Label> calls;
  // For kBroken: the kind of the error, which may be a limit.
  diag::Kind error_kind = diag::Kind::kRuleError;
  // For kFails: the parts of the value that caused the failure, the one to change first. Empty: the whole
  // value.
  std::vector<ViolatingPart> parts{};
  // For kFails: why the value is accepted nevertheless, so that the finding is a note. Empty: it is not.
  std::string_view accepted = {};
  // For kFails of a test of several parts: further failures, each a separate finding.
  std::vector<PredicateResult> others{};

  bool holds() const { return answer == PredicateOutcome::kHolds; }
};

// A test that a schema language supplies: a Starlark function, a KCL check line. Opaque to the model.
class Predicate {
 public:
  virtual ~Predicate() = default;

  virtual PredicateResult Test(const value::Value& subject, const RuleScope& scope) const = 0;
  // Returns the name in `schema dump`, in the syntax of the schema's language.
  virtual std::string Describe() const = 0;
  // Strings that every passing value contains; empty if unknown.
  virtual std::vector<std::string> Pieces() const { return {}; }

  // Called once when a complete model is about to be shared by threads: afterwards the predicate is immutable
  // and uses only its RuleScope. Returns false if that is impossible.
  virtual bool Share() const { return true; }
};

// A default that is computed for each document (KCL attributes, Starlark expressions).
class ComputedDefault {
 public:
  virtual ~ComputedDefault() = default;

  // Computes the value for a record with the present fields `record`. Errors: the thunk reports them and
  // returns null.
  virtual const value::Value* Compute(const value::Value& record, const RuleScope& scope) const = 0;
  virtual std::string Describe() const = 0;
  // As for predicates.
  virtual bool Share() const { return true; }
};

}  // namespace kval::types
