#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/check/budget.h"
#include "src/check/enum_index.h"
#include "src/check/position_index.h"
#include "src/check/union_index.h"
#include "src/diag/kind.h"
#include "src/diag/path.h"
#include "src/support/keyed_hash.h"
#include "src/types/model.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

namespace kval::check {

// Finds items of sequences equal to some scalars. Indexes long sequences after repeated lookups, as long as
// the sequence exists.
class ItemIndex {
 public:
  // Returns the positions of items that may equal one of the scalars, in order; nullopt if every item may.
  std::optional<std::vector<uint32_t>> Of(const value::Value& sequence,
                                          const std::vector<const value::Value*>& scalars, Budget& budget);

  // Clears the index; sequences may change afterwards.
  void Clear() { noted_.clear(); }

 private:
  struct IndexedSequence {
    size_t times_requested = 0;
    PositionIndex items;
    std::vector<uint32_t> doubtful;  // null and unreadable items
  };
  std::unordered_map<const value::Value*, IndexedSequence> noted_;  // of long sequences
};

// The result of validating a value against a type: `fits` covers the shape at every depth, `holds` also every
// rule and assertion.
struct ValidationResult {
  bool fits = true;
  bool holds = true;
  bool is_recovered = false;  // a part of the value is unreadable
  bool is_tainted = false;    // a rule about the whole value may fail as a consequence

  static constexpr ValidationResult Failed() { return {false, false, false, true}; }
  // The value has undeclared content; its declared content is valid.
  static constexpr ValidationResult CheckUnknownKeys() { return {false, false, false, false}; }
  void Add(ValidationResult part) {
    fits = fits && part.fits;
    holds = holds && part.holds;
    is_recovered = is_recovered || part.is_recovered;
    is_tainted = is_tainted || part.is_tainted;
  }
};

// The mutable state of validating one document against one immutable model, which threads share:
//
// - memoized results of (value, type), so that nested unions take linear time
// - the document's budget (budget.h)
// - values with violations, whose subtrees are skipped, so that each error is reported once; and
//   reported locations, so that the document can be validated after each merged layer
class ValidationState : public Budget {
 public:
  explicit ValidationState(uint64_t steps = kDefaultSteps) : Budget(steps) {}
  // Creates a state for speculative validation: it shares the recorded violations of `base` without changing
  // them. It may use the remaining budget of `base`, which must be charged afterwards (Spend). Cheap. `base`
  // must outlive it.
  static ValidationState NextTo(const ValidationState& base);

  // The root type of the document.
  std::optional<types::TypeId> root() const { return root_; }
  // Call before each validation of layered values, which are validated as a whole after each layer.
  void BeginRun(types::TypeId root) {
    root_ = root;
    ++runs_;
    keys_.Clear();
    items_.Clear();
  }

  // The evaluators of this document if the model is shared; otherwise null.
  types::Evaluators* evaluators() const { return evaluators_; }
  void SetEvaluators(types::Evaluators* evaluators) { evaluators_ = evaluators; }

  // Records that the stack limit was reached and deeper values were not validated.
  void SetTooDeep() { is_too_deep_ = true; }
  bool IsTooDeep() const { return is_too_deep_; }
  // Returns true once for each of the two: unchecked parts are reported once.
  bool ReportsLimit();

  // The memoized result of a value and a type. `kOpen`: in progress.
  enum class MemoState : uint8_t { kNothing, kOpen, kYes, kNo };
  MemoState& Fit(const value::Value* value, types::TypeId type) { return At(value, type).fits; }
  MemoState& Hold(const value::Value* value, types::TypeId type) { return At(value, type).holds; }
  // The steps to charge for each cached pair; storing one pair per step would use gigabytes.
  static constexpr uint64_t kStepsPerMemoEntry = 16;

  // The cached result of Complete for a union member; null if not cached.
  const value::Value*& Completed(const value::Value* value, types::TypeId type) {
    return completed_[{value, type}];
  }

  // Returns true the first time that the value's violation of an assertion's type is reported.
  bool IsFirstReport(const value::Value* value, types::TypeId type) {
    const bool was_reported = base_ != nullptr && base_->WasReported({value, type});
    return !std::exchange(At(value, type).is_reported, true) && !was_reported;
  }

  // Returns the kinds that a type's shape accepts; computed once per type.
  types::ValueKindSet KindsOf(const types::Model& model, types::TypeId type);

  bool Holds(const value::Value* value) const {
    return (!tainted_.empty() && tainted_.contains(value)) || (base_ != nullptr && base_->Holds(value));
  }
  // Returns whether a violation of the value was reported in an earlier run.
  bool WasTaintedBefore(const value::Value* value) const {
    const auto found = tainted_.find(value);
    return found != tainted_.end() && found->second < runs_;
  }
  void Add(const value::Value* value) { tainted_.emplace(value, runs_); }
  // Returns whether a collection contains a violation: findings about the whole collection may be
  // consequences.
  bool ContainsTainted(const value::Value* value) const {
    return contains_tainted_.contains(value) || (base_ != nullptr && base_->ContainsTainted(value));
  }
  void MarkContainsTainted(const value::Value* value) { contains_tainted_.insert(value); }
  // The mapping's first entry with that text as its key, or null.
  const value::Entry* EntryOf(const value::Value& mapping, std::string_view key);
  // Whether to look up each field in the mapping instead of iterating: it has many more entries than the
  // record has fields, and distinct string keys.
  bool ShouldLookUpFields(const value::Value& mapping, const types::Record& record);
  // Returns the entries that the record declares, in order. Requires: ShouldLookUpFields.
  std::vector<const value::Entry*> EntriesOf(const value::Value& mapping, const types::Record& record,
                                             const types::Model& model);
  EnumIndex& listed() { return listed_; }
  // Returns the types that the value may fit (UnionIndex::Of).
  std::optional<std::vector<types::TypeId>> FindCandidates(const types::Model& model,
                                                           const std::vector<types::TypeId>& types,
                                                           const value::Value& value,
                                                           Discriminator discriminator) {
    return alternatives_.Of(model, types, value, discriminator, keys_, *this);
  }
  // Returns the indexes of items that may fit the type (ItemIndex::Of).
  std::optional<std::vector<uint32_t>> ItemsOf(const types::Model& model, const value::Value& sequence,
                                               types::TypeId type) {
    return items_.Of(sequence, EnumScalars(model, type, Discriminator::kRules), *this);
  }
  // Returns whether a part of the document is unreadable.
  bool is_recovered() const { return has_gap_; }
  void MarkRecovered() { has_gap_ = true; }
  // Returns true the first time for this kind at this location.
  bool IsNew(source::Span at, diag::Kind kind, const diag::Path& path);

 private:
  struct ValueAndType {
    const value::Value* value;
    types::TypeId type;
    bool operator==(const ValueAndType&) const = default;
  };
  struct PairHash {
    size_t operator()(const ValueAndType& pair) const {
      return KeyedHash(reinterpret_cast<uintptr_t>(pair.value), static_cast<uint64_t>(pair.type.index));
    }
  };
  struct MemoEntry {
    MemoState fits = MemoState::kNothing;
    MemoState holds = MemoState::kNothing;
    bool is_reported = false;
  };

  bool WasReported(const ValueAndType& pair) const {
    const auto found = outcomes_.find(pair);
    return (found != outcomes_.end() && found->second.is_reported) ||
           (base_ != nullptr && base_->WasReported(pair));
  }
  MemoEntry& At(const value::Value* value, types::TypeId type) { return outcomes_[{value, type}]; }
  types::ValueKindSet FindKinds(const types::Model& model, types::TypeId type, int depth);

  const ValidationState* base_ = nullptr;  // of a trial
  std::optional<types::TypeId> root_;
  types::Evaluators* evaluators_ = nullptr;
  bool is_too_deep_ = false;
  bool limit_was_reported_ = false;
  bool has_gap_ = false;
  std::unordered_map<ValueAndType, MemoEntry, PairHash> outcomes_;
  std::unordered_map<ValueAndType, const value::Value*, PairHash> completed_;
  std::unordered_map<int32_t, types::ValueKindSet> kinds_;
  uint32_t runs_ = 0;
  std::unordered_map<const value::Value*, uint32_t> tainted_;  // in which run that was found
  std::unordered_set<const value::Value*> contains_tainted_;
  std::unordered_set<uint64_t> places_;
  value::EntryIndex keys_;
  ItemIndex items_;
  UnionIndex alternatives_;
  EnumIndex listed_;
};

}  // namespace kval::check
