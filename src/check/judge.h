#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "src/check/evaluated.h"
#include "src/check/fault.h"
#include "src/check/trail.h"
#include "src/check/worker.h"
#include "src/types/model.h"

namespace kval::types {
class ComparesItems;
class TestsSoundParts;
}  // namespace kval::types

namespace kval::check {

// Validates values against types in one walk: shape, unions, key rules, rules and assertions. Records
// violations as data without text.
//
// Speculative validation, for union members and assertions, stops at the first violation and is memoized in
// the worker.
class Judge {
 public:
  enum class Asks : uint8_t { kShape = 1, kRules = 2, kBoth = 3 };
  struct Plan {
    Asks asks = Asks::kBoth;
    bool is_partial = false;  // more layers follow: missing keys are not violations yet
    bool first_only = false;  // stop at the first violation
    bool probes = false;      // do not test several schemas to find the likely one (avoids exponential cost)
    bool poisons = false;     // record invalid values in the worker, and skip recorded ones
    // Receives violations in batches, because a file may have millions. Null: all are kept.
    const std::function<void(Faults&)>* take = nullptr;
  };

  // `faults` receives the violations, or is null if only the outcome is needed.
  Judge(const types::Model& model, Worker& worker, const Plan& plan, Faults* faults)
      : model_(model), worker_(worker), plan_(plan), faults_(faults) {}

  Outcome Run(const Trail& at, types::TypeId type) { return Visit(at, type); }

  // Returns the union members or assertion operands that an invalid value was most likely written for: they
  // accept its kind, and none of their literals contradicts it.
  std::vector<types::TypeId> Meant(const value::Value& value, const std::vector<types::TypeId>& types);
  // Validate without recording violations; results are cached in the worker.
  bool Fits(const Trail& at, types::TypeId type);
  bool Holds(const Trail& at, types::TypeId type);

  // Collects the keys or items of a value that the type evaluates, apart from its rules for unevaluated ones
  // (evaluated.cc). `except` is a rule to skip, or null.
  void Collect(const Trail& at, types::TypeId type, Evaluated& evaluated, const types::Rule* except);

 private:
  friend struct AssertionJudge;
  friend struct AssertionCollector;

  bool asks_shape() const { return (static_cast<int>(plan_.asks) & static_cast<int>(Asks::kShape)) != 0; }
  bool asks_rules() const { return (static_cast<int>(plan_.asks) & static_cast<int>(Asks::kRules)) != 0; }
  bool stops_at_first() const { return faults_ == nullptr || plan_.first_only; }
  bool IsDone(Outcome outcome) const { return !outcome.holds && stops_at_first(); }

  Outcome Visit(const Trail& at, types::TypeId id);
  Outcome VisitAs(Asks asks, const Trail& at, types::TypeId id);
  Outcome Shape(const Trail& at, types::TypeId id, const types::Type& type);

  // Records a violation of the whole value; returns it for completion, or null if violations are not needed.
  Fault* Report(Fault::What what, const Trail& at, types::TypeId type);
  // Records that a limit was exceeded in speculative validation, which then decides nothing: the document
  // counts as incompletely validated.
  void NoteLimit(const types::Verdict& verdict);
  Outcome Refuse(Fault::What what, const Trail& at, types::TypeId type);

  Outcome Kind(const Trail& at, types::TypeId id);
  Outcome List(const Trail& at, types::TypeId id, const types::List& list);
  Outcome Record(const Trail& at, types::TypeId id, const types::Record& record);
  Outcome Entry(const Trail& at, const value::Entry& entry, const types::Record& record,
                class RecordState& state);
  Outcome Surplus(const Trail& at, types::TypeId id, const types::Record& record, class RecordState& state);
  Outcome Closing(const Trail& at, types::TypeId id, const types::Record& record, class RecordState& state);
  void PoisonDefault(const value::Value& record, const types::Field& meant);
  Outcome Counts(const Trail& at, const types::Record& record, const class RecordState& state);
  Outcome Union(const Trail& at, types::TypeId id, const types::Union& choice);
  Outcome NoArm(const Trail& at, types::TypeId id, const types::Union& choice);

  bool Rules(const Trail& at, types::TypeId id, const types::Type& type);
  // `asked`: the value, or its parts without errors. `sound`: the test to run on the parts without errors;
  // null: the rule's test.
  bool Rule(const Trail& at, types::TypeId id, const types::Rule& rule, const value::Value& asked,
            const types::TestsSoundParts* sound = nullptr);
  bool RuleOfSure(const Trail& at, types::TypeId id, const types::Rule& rule,
                  const types::ComparesItems& comparison);
  void CollectShape(const Trail& at, const types::Type& type, Evaluated& evaluated);
  bool Asserts(const Trail& at, types::TypeId id, const types::Rule& rule, const types::Assertion& assertion);

  const types::Model& model_;
  Worker& worker_;
  Plan plan_;
  Faults* faults_;
  size_t reported_ = 0;  // violations, including those already passed on
};

}  // namespace kval::check
