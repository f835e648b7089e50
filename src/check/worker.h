#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/check/alternatives.h"
#include "src/check/budget.h"
#include "src/check/item_index.h"
#include "src/check/listed_values.h"
#include "src/diag/emitter.h"
#include "src/support/keyed_hash.h"
#include "src/types/model.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

namespace kval::check {

// The result of validating a value against a type: `fits` covers the shape at every depth, `holds` also every
// rule and assertion.
struct Outcome {
  bool fits = true;
  bool holds = true;
  bool has_gap = false;   // something in the value could not be read
  bool misleads = false;  // a rule about the whole value may fail as a consequence

  static constexpr Outcome Failed() { return {false, false, false, true}; }
  // Undeclared content, and the declared content is valid.
  static constexpr Outcome Surplus() { return {false, false, false, false}; }
  void Add(Outcome part) {
    fits = fits && part.fits;
    holds = holds && part.holds;
    has_gap = has_gap || part.has_gap;
    misleads = misleads || part.misleads;
  }
};

// The mutable state of validating one document against one immutable model, which threads share:
//
// - memoized results of (value, type), so that nested unions take linear time
// - the document's budget (budget.h)
// - values with violations, whose subtrees are skipped, so that one mistake gives one diagnostic; and
//   reported locations, so that the document can be validated after each merged layer
class Worker : public Budget {
 public:
  explicit Worker(uint64_t steps = kDefaultSteps) : Budget(steps) {}
  // A state for speculation: it shares `base`'s knowledge of violations without changing it. It may use the
  // remaining budget of base, which must then be charged (Spend). Cheap; base must outlive it.
  static Worker Beside(const Worker& base);

  // The root type of the document.
  std::optional<types::TypeId> root() const { return root_; }
  // Layered values are validated as a whole after each layer.
  void BeginRun(types::TypeId root) {
    root_ = root;
    ++runs_;
    keys_.Clear();
    items_.Clear();
  }

  // What evaluates rules for this document, when the model is shared; null otherwise.
  types::Evaluators* evaluators() const { return evaluators_; }
  void SetEvaluators(types::Evaluators* evaluators) { evaluators_ = evaluators; }

  // The stack limit was reached; deeper values passed silently.
  void SetTooDeep() { is_too_deep_ = true; }
  bool IsTooDeep() const { return is_too_deep_; }
  // Returns true once for each of the two: unchecked parts are reported once.
  bool ReportsLimit();

  // The memoized result of a value and a type. `kOpen`: in progress.
  enum class Known : uint8_t { kNothing, kOpen, kYes, kNo };
  Known& Fit(const value::Value* value, types::TypeId type) { return At(value, type).fits; }
  Known& Hold(const value::Value* value, types::TypeId type) { return At(value, type).holds; }
  // To be spent with each pair that is remembered: as many of them as steps would take gigabytes.
  static constexpr uint64_t kStepsOfRemembering = 16;

  // The value as Complete makes it for a member of a union; null when that is not known yet.
  const value::Value*& Completed(const value::Value* value, types::TypeId type) {
    return completed_[{value, type}];
  }

  // Returns true the first time that the value's violation of an assertion's type is reported.
  bool IsFirstTelling(const value::Value* value, types::TypeId type) {
    const bool was_told = base_ != nullptr && base_->WasTold({value, type});
    return !std::exchange(At(value, type).is_told, true) && !was_told;
  }

  // The kinds that a type's shape takes, found once for each type.
  types::KindSet KindsOf(const types::Model& model, types::TypeId type);

  bool Holds(const value::Value* value) const {
    return (!poisoned_.empty() && poisoned_.contains(value)) || (base_ != nullptr && base_->Holds(value));
  }
  // The same for earlier runs: its violations were reported.
  bool HeldBefore(const value::Value* value) const {
    const auto found = poisoned_.find(value);
    return found != poisoned_.end() && found->second < runs_;
  }
  void Add(const value::Value* value) { poisoned_.emplace(value, runs_); }
  // Collections that contain a violation: findings about them as a whole may be consequences.
  bool HoldsPartOf(const value::Value* value) const {
    return partly_.contains(value) || (base_ != nullptr && base_->HoldsPartOf(value));
  }
  void AddPartOf(const value::Value* value) { partly_.insert(value); }
  // The mapping's first entry with that text as its key, or null.
  const value::Entry* EntryOf(const value::Value& mapping, std::string_view key);
  // Whether to look up each field in the mapping instead of iterating: it has many more entries than the
  // record has fields, and distinct string keys.
  bool IsWorthAsking(const value::Value& mapping, const types::Record& record);
  // Its entries that the record declares, in their order, where that is so.
  std::vector<const value::Entry*> EntriesOf(const value::Value& mapping, const types::Record& record,
                                             const types::Model& model);
  ListedValues& listed() { return listed_; }
  // Of many types those that the value may be (Alternatives::Of).
  std::optional<std::vector<types::TypeId>> Among(const types::Model& model,
                                                  const std::vector<types::TypeId>& types,
                                                  const value::Value& value, ToldBy told_by) {
    return alternatives_.Of(model, types, value, told_by, keys_, *this);
  }
  // Of a sequence the places of items that may be of the type (ItemIndex::Of).
  std::optional<std::vector<uint32_t>> ItemsOf(const types::Model& model, const value::Value& sequence,
                                               types::TypeId type) {
    return items_.Of(sequence, ScalarsListed(model, type, ToldBy::kRules), *this);
  }
  // Something in the document could not be read.
  bool has_gap() const { return has_gap_; }
  void AddGap() { has_gap_ = true; }
  // Returns true the first time for this kind at this location.
  bool IsNew(source::Span at, diag::Kind kind, const diag::Path& path);

 private:
  struct Pair {
    const value::Value* value;
    types::TypeId type;
    bool operator==(const Pair&) const = default;
  };
  struct PairHash {
    size_t operator()(const Pair& pair) const {
      return KeyedHash(reinterpret_cast<uintptr_t>(pair.value), static_cast<uint64_t>(pair.type.index));
    }
  };
  struct Remembered {
    Known fits = Known::kNothing;
    Known holds = Known::kNothing;
    bool is_told = false;
  };

  bool WasTold(const Pair& pair) const {
    const auto found = outcomes_.find(pair);
    return (found != outcomes_.end() && found->second.is_told) || (base_ != nullptr && base_->WasTold(pair));
  }
  Remembered& At(const value::Value* value, types::TypeId type) { return outcomes_[{value, type}]; }
  types::KindSet FindKinds(const types::Model& model, types::TypeId type, int depth);

  const Worker* base_ = nullptr;  // of a trial
  std::optional<types::TypeId> root_;
  types::Evaluators* evaluators_ = nullptr;
  bool is_too_deep_ = false;
  bool limit_was_reported_ = false;
  bool has_gap_ = false;
  std::unordered_map<Pair, Remembered, PairHash> outcomes_;
  std::unordered_map<Pair, const value::Value*, PairHash> completed_;
  std::unordered_map<int32_t, types::KindSet> kinds_;
  uint32_t runs_ = 0;
  std::unordered_map<const value::Value*, uint32_t> poisoned_;  // in which run that was found
  std::unordered_set<const value::Value*> partly_;
  std::unordered_set<uint64_t> places_;
  value::EntryIndex keys_;
  ItemIndex items_;
  Alternatives alternatives_;
  ListedValues listed_;
};

}  // namespace kval::check
