#include "src/check/validation_state.h"

#include <algorithm>

namespace kval::check {
namespace {

using types::ValueKindSet;

using value::Kind;

constexpr size_t kShort = 16;
constexpr size_t kOften = 4;
constexpr int kUnionDepthLimit = 10'000;

}  // namespace

std::optional<std::vector<uint32_t>> ItemIndex::Of(const value::Value& sequence,
                                                   const std::vector<const value::Value*>& scalars,
                                                   Budget& budget) {
  const auto items = sequence.items();
  if (items.size() <= kShort || scalars.empty()) {
    return std::nullopt;
  }
  IndexedSequence& noted = noted_[&sequence];
  if (noted.times_requested <= kOften) {
    if (++noted.times_requested <= kOften) {
      return std::nullopt;
    }
    budget.Spend(items.size());
    for (uint32_t i = 0; i < items.size(); ++i) {
      if (IsRecovered(*items[i]) || items[i]->kind == value::Kind::kNull) {
        noted.doubtful.push_back(i);
      } else if (!items[i]->is_collection()) {
        noted.items.Add(*items[i], i);
      }
    }
    noted.items.Sort();
  }
  std::vector<uint32_t> found = noted.doubtful;
  for (const value::Value* scalar : scalars) {
    noted.items.Find(*scalar, found);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  budget.Spend(scalars.size() + found.size());
  return found;
}

ValidationState ValidationState::NextTo(const ValidationState& base) {
  ValidationState trial;
  static_cast<Budget&>(trial) = base.Remaining();
  trial.base_ = &base;
  trial.evaluators_ = base.evaluators_;
  trial.has_gap_ = base.has_gap_;
  return trial;
}

bool ValidationState::ReportsLimit() {
  const bool is_due = (IsExhausted() || is_too_deep_) && !limit_was_reported_;
  limit_was_reported_ = limit_was_reported_ || is_due;
  return is_due;
}

const value::Entry* ValidationState::EntryOf(const value::Value& mapping, std::string_view key) {
  size_t steps = 0;
  const value::Entry* entry = keys_.Find(mapping, key, steps);
  Spend(steps);
  return entry;
}

bool ValidationState::ShouldLookUpFields(const value::Value& mapping, const types::Record& record) {
  constexpr size_t kManyMore = 4;
  const size_t entries = mapping.entries().size();
  if (entries <= value::EntryIndex::kSmall || entries / kManyMore < record.fields.size()) {
    return false;
  }
  size_t steps = 0;
  const bool is_worth_it = keys_.FindsAll(mapping, steps);
  Spend(steps);
  return is_worth_it;
}

std::vector<const value::Entry*> ValidationState::EntriesOf(const value::Value& mapping,
                                                            const types::Record& record,
                                                            const types::Model& model) {
  std::vector<const value::Entry*> declared;
  for (const types::Field& field : record.fields) {
    if (const value::Entry* entry = EntryOf(mapping, model.interner().Text(field.name))) {
      declared.push_back(entry);
    }
  }
  std::sort(declared.begin(), declared.end());  // entries of a mapping are contiguous
  return declared;
}

ValueKindSet ValidationState::KindsOf(const types::Model& model, types::TypeId type) {
  return FindKinds(model, type, 0);
}

ValueKindSet ValidationState::FindKinds(const types::Model& model, types::TypeId id, int depth) {
  const types::Type& type = model.Resolve(id);
  struct Visitor {
    ValidationState& self;
    const types::Model& model;
    types::TypeId id;
    int depth;

    ValueKindSet operator()(const types::Any&) const { return ValueKindSet::All(); }
    ValueKindSet operator()(const types::InvalidType&) const { return ValueKindSet::All(); }
    ValueKindSet operator()(const types::Never&) const { return {}; }
    ValueKindSet operator()(const types::Null&) const { return {Kind::kNull}; }
    ValueKindSet operator()(const types::Scalar& scalar) const {
      const bool takes_both =
          scalar.kind == Kind::kFloat || (scalar.kind == Kind::kInt && scalar.accepts_whole_floats);
      return takes_both ? ValueKindSet{Kind::kInt, Kind::kFloat} : ValueKindSet{scalar.kind};
    }
    ValueKindSet operator()(const types::Literal& literal) const { return {literal.value->kind}; }
    ValueKindSet operator()(const types::List&) const { return {Kind::kSequence}; }
    ValueKindSet operator()(const types::Record&) const { return {Kind::kMapping}; }
    ValueKindSet operator()(const types::Named& named) const {
      return self.FindKinds(model, named.target, depth + 1);
    }
    ValueKindSet operator()(const types::Union& choice) const {
      // A union that is a member of itself adds nothing to itself.
      const auto [known, is_new] = self.kinds_.try_emplace(id.index);
      if (!is_new || depth > kUnionDepthLimit) {
        return known->second;
      }
      ValueKindSet kinds;
      for (types::TypeId arm : choice.variants) {
        kinds = kinds | self.FindKinds(model, arm, depth + 1);
      }
      return self.kinds_[id.index] = kinds;
    }
  };
  ValueKindSet kinds = type.ignores_other_kinds ? ValueKindSet::All()
                                                : std::visit(Visitor{*this, model, id, depth}, type.shape);
  return type.nullable ? kinds | ValueKindSet{Kind::kNull} : kinds;
}

bool ValidationState::IsNew(source::Span at, diag::Kind kind, const diag::Path& path) {
  // The keyed hash represents all three: a forged collision would hide a finding.
  const uint64_t place = KeyedHash((uint64_t{at.begin} << 32) | at.end, static_cast<uint64_t>(kind));
  const uint64_t hash = KeyedHash(place, KeyedHash(diag::Display(path)));
  const bool was_seen = base_ != nullptr && base_->places_.contains(hash);
  return places_.insert(hash).second && !was_seen;
}

}  // namespace kval::check
