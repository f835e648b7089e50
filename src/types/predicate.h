#pragma once

#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/value/value.h"

namespace kval::types {

class Evaluators;

// What surrounds the value that a rule is asked about. Every pointer is non-null but `parent`, which is
// null for a document's root, and `evaluators`, which are there when several threads share the model
// (evaluators.h): without, what evaluates is the model's own.
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
    kFails,   // `found` says what was found instead, or nothing
    kBroken,  // the predicate itself is at fault: `found` is its error
  };
  Answer answer = Answer::kHolds;
  std::string found;
  // For kFails: replaces the rule's message when not empty (`(False, "message")`).
  std::string message;
  // The places of evaluated code that led to a failure, innermost first.
  std::vector<diag::Label> calls;
  // For kBroken: what kind of fault it is, a limit among them.
  diag::Kind broken_kind = diag::Kind::kRuleError;
  // For kFails: the parts of the value that the failure is about, the one to change first. Without any the
  // whole value is meant.
  std::vector<Part> parts{};
  // For kFails, of a test that is asked of each of many parts: what else fails. Each is a finding of its own.
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
  // Texts all of which stand in each string that passes; empty when that is not known.
  virtual std::vector<std::string> Pieces() const { return {}; }

  // Called once, when the model is complete and several threads are going to share it: from then on nothing
  // of the predicate changes, and what it needs beside is its Scope's. False when that cannot be.
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
