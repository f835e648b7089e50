#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "src/check/evaluated_children.h"
#include "src/check/validation_state.h"
#include "src/check/value_cursor.h"
#include "src/check/violation.h"
#include "src/types/model.h"

namespace kval::types {
class ItemComparison;
class PartialTest;
}  // namespace kval::types

namespace kval::check {

// Validates values against types in one walk: shape, unions, key rules, rules and assertions. Records
// violations as data without text.
//
// Speculative validation, for union members and assertions, stops at the first violation and is memoized in
// the worker.
class Validator {
 public:
  enum class ValidationScope : uint8_t { kShape = 1, kRules = 2, kBoth = 3 };
  struct ValidationMode {
    ValidationScope scope = ValidationScope::kBoth;
    bool is_partial = false;  // more layers follow: missing keys are not violations yet
    bool first_only = false;  // stop at the first violation
    bool probes = false;      // do not test several schemas to find the likely one (avoids exponential cost)
    bool records_tainted = false;  // record invalid values in the worker, and skip recorded ones
    // Receives violations in batches, because a file may have millions. Null: all are kept.
    const std::function<void(Violations&)>* take = nullptr;
  };

  // `errors` receives the violations, or is null if only the outcome is needed.
  Validator(const types::Model& model, ValidationState& worker, const ValidationMode& plan,
            Violations* errors)
      : model_(model), worker_(worker), plan_(plan), errors_(errors) {}

  ValidationResult Run(const ValueCursor& at, types::TypeId type) { return Visit(at, type); }

  // Returns the union members or assertion operands that an invalid value was most likely written for: they
  // accept its kind, and none of their literals contradicts it.
  std::vector<types::TypeId> LikelyVariants(const value::Value& value,
                                            const std::vector<types::TypeId>& types);
  // Validate without recording violations; results are cached in the worker.
  bool Fits(const ValueCursor& at, types::TypeId type);
  bool Holds(const ValueCursor& at, types::TypeId type);

  // Collects the keys or items of a value that the type evaluates, apart from its rules for unevaluated ones
  // (evaluated.cc). `except` is a rule to skip, or null.
  void Collect(const ValueCursor& at, types::TypeId type, EvaluatedChildren& evaluated,
               const types::Rule* except);

 private:
  friend struct AssertionValidator;
  friend struct AssertionCollector;

  bool checks_shape() const {
    return (static_cast<int>(plan_.scope) & static_cast<int>(ValidationScope::kShape)) != 0;
  }
  bool checks_rules() const {
    return (static_cast<int>(plan_.scope) & static_cast<int>(ValidationScope::kRules)) != 0;
  }
  bool stops_at_first() const { return errors_ == nullptr || plan_.first_only; }
  bool IsDone(ValidationResult outcome) const { return !outcome.holds && stops_at_first(); }

  ValidationResult Visit(const ValueCursor& at, types::TypeId id);
  ValidationResult VisitAs(ValidationScope scope, const ValueCursor& at, types::TypeId id);
  ValidationResult Shape(const ValueCursor& at, types::TypeId id, const types::Type& type);

  // Records a violation of the whole value; returns it for completion, or null if violations are not needed.
  Violation* Report(const ValueCursor& at, types::TypeId type);
  // Records that a limit was exceeded in speculative validation, which then decides nothing: the document
  // counts as incompletely validated.
  void NoteLimit(const types::PredicateResult& verdict);
  template <typename Kind>
  ValidationResult Reject(Kind detail, const ValueCursor& at, types::TypeId type) {
    if (checks_shape()) {
      if (Violation* error = Report(at, type)) {
        error->detail = std::move(detail);
      }
      if (plan_.records_tainted) {
        worker_.Add(at.value);
      }
    }
    return ValidationResult::Failed();
  }

  ValidationResult Kind(const ValueCursor& at, types::TypeId id);
  ValidationResult List(const ValueCursor& at, types::TypeId id, const types::List& list);
  ValidationResult Record(const ValueCursor& at, types::TypeId id, const types::Record& record);
  ValidationResult Entry(const ValueCursor& at, const value::Entry& entry, const types::Record& record,
                         class RecordState& state);
  ValidationResult CheckUnknownKeys(const ValueCursor& at, types::TypeId id, const types::Record& record,
                                    class RecordState& state);
  ValidationResult FinishRecord(const ValueCursor& at, types::TypeId id, const types::Record& record,
                                class RecordState& state);
  void TaintDefault(const value::Value& record, const types::Field& suggested);
  ValidationResult Counts(const ValueCursor& at, const types::Record& record, const class RecordState& state);
  ValidationResult Union(const ValueCursor& at, types::TypeId id, const types::Union& choice);
  ValidationResult NoArm(const ValueCursor& at, types::TypeId id, const types::Union& choice);

  bool Rules(const ValueCursor& at, types::TypeId id, const types::Type& type);
  // `requested`: the value, or its parts without errors. `sound`: the test to run on the parts without
  // errors; null: the rule's test.
  bool Rule(const ValueCursor& at, types::TypeId id, const types::Rule& rule, const value::Value& requested,
            const types::PartialTest* sound = nullptr);
  bool RuleOfComparableItems(const ValueCursor& at, types::TypeId id, const types::Rule& rule,
                             const types::ItemComparison& comparison);
  void CollectShape(const ValueCursor& at, const types::Type& type, EvaluatedChildren& evaluated);
  bool Asserts(const ValueCursor& at, types::TypeId id, const types::Rule& rule,
               const types::Assertion& assertion);

  const types::Model& model_;
  ValidationState& worker_;
  ValidationMode plan_;
  Violations* errors_;
};

}  // namespace kval::check
