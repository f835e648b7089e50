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

// What judging a value against a type gave: `fits` speaks of the shape at every depth, `holds` of the shape
// and of every rule and assertion as well.
struct Outcome {
  bool fits = true;
  bool holds = true;
  bool has_gap = false;   // something in the value could not be read
  bool misleads = false;  // a rule that looks at the whole value may fail because of what was found wrong

  static constexpr Outcome Failed() { return {false, false, false, true}; }
  // It has more than it may have, and what it may have is right.
  static constexpr Outcome Surplus() { return {false, false, false, false}; }
  void Add(Outcome part) {
    fits = fits && part.fits;
    holds = holds && part.holds;
    has_gap = has_gap || part.has_gap;
    misleads = misleads || part.misleads;
  }
};

// What changes while one document is judged against one model; the model itself never does, so workers of
// several threads share it. It holds three things:
//
// - the outcomes of (value, type) that were found, so that a value that several members of unions share is
//   judged once against each type: nested unions cost linear time;
// - the budget of the document's work (budget.h);
// - the values whose shape was found wrong. Their subtrees are not looked at again, so that one mistake gives
//   one diagnostic; and a fault at a place that was reported before is not reported twice, which is how the
//   same document can be checked after each layer that is merged into it.
class Worker : public Budget {
 public:
  explicit Worker(uint64_t steps = kDefaultSteps) : Budget(steps) {}
  // One for a trial: it knows what `base` knows of faults, and base learns nothing of it. It may spend what
  // base has left, which base is to be told (Spend). Costs nothing to make; base outlives it.
  static Worker Beside(const Worker& base);

  // The type of what is judged as a whole.
  std::optional<types::TypeId> root() const { return root_; }
  // Values with layers are judged as a whole after each of them.
  void BeginRun(types::TypeId root) {
    root_ = root;
    ++runs_;
    keys_.Clear();
    items_.Clear();
  }

  // What evaluates rules for this document, when the model is shared; null otherwise.
  types::Evaluators* evaluators() const { return evaluators_; }
  void SetEvaluators(types::Evaluators* evaluators) { evaluators_ = evaluators; }

  // Judging went deeper than the stack allows; what lies deeper passed in silence.
  void SetTooDeep() { is_too_deep_ = true; }
  bool IsTooDeep() const { return is_too_deep_; }
  // True the first time that it is asked for one of the two: what was not judged is said once.
  bool ReportsLimit();

  // What is remembered of a value and a type. `kOpen`: it is being found out.
  enum class Known : uint8_t { kNothing, kOpen, kYes, kNo };
  Known& Fit(const value::Value* value, types::TypeId type) { return At(value, type).fits; }
  Known& Hold(const value::Value* value, types::TypeId type) { return At(value, type).holds; }
  // To be spent with each pair that is remembered: as many of them as steps would take gigabytes.
  static constexpr uint64_t kStepsOfRemembering = 16;

  // The value as Complete makes it for a member of a union; null when that is not known yet.
  const value::Value*& Completed(const value::Value* value, types::TypeId type) {
    return completed_[{value, type}];
  }

  // True the first time that what is wrong with the value for an assertion's type is to be told.
  bool IsFirstTelling(const value::Value* value, types::TypeId type) {
    const bool was_told = base_ != nullptr && base_->WasTold({value, type});
    return !std::exchange(At(value, type).is_told, true) && !was_told;
  }

  // The kinds that a type's shape takes, found once for each type.
  types::KindSet KindsOf(const types::Model& model, types::TypeId type);

  bool Holds(const value::Value* value) const {
    return (!poisoned_.empty() && poisoned_.contains(value)) || (base_ != nullptr && base_->Holds(value));
  }
  // The same, for what was so before this run began: whatever is wrong with it was told.
  bool HeldBefore(const value::Value* value) const {
    const auto found = poisoned_.find(value);
    return found != poisoned_.end() && found->second < runs_;
  }
  void Add(const value::Value* value) { poisoned_.emplace(value, runs_); }
  // Collections with a fault somewhere in them: what is said about them as a whole may follow from it.
  bool HoldsPartOf(const value::Value* value) const {
    return partly_.contains(value) || (base_ != nullptr && base_->HoldsPartOf(value));
  }
  void AddPartOf(const value::Value* value) { partly_.insert(value); }
  // The mapping's first entry with that text as its key, or null.
  const value::Entry* EntryOf(const value::Value& mapping, std::string_view key);
  // Whether a record's fields are best looked for in the mapping, one by one: it has many more entries than
  // those, and all its keys are different texts.
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
  // True the first time that this kind of fault is seen at this place.
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
