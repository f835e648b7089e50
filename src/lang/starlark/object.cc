#include "src/lang/starlark/object.h"

namespace kval::starlark {
namespace {

constexpr size_t kLinearFields = 8;

int64_t RangeLength(int64_t start, int64_t stop, int64_t step) {
  // In unsigned arithmetic, which cannot overflow: the distance of two int64 fits uint64.
  const auto a = static_cast<uint64_t>(start);
  const auto b = static_cast<uint64_t>(stop);
  if (step > 0 && stop > start) {
    return static_cast<int64_t>((b - a - 1) / static_cast<uint64_t>(step) + 1);
  }
  if (step < 0 && start > stop) {
    return static_cast<int64_t>((a - b - 1) / (0 - static_cast<uint64_t>(step)) + 1);
  }
  return 0;
}

}  // namespace

std::string Mutable::GetImmutableReason(std::string_view verb) const {
  const std::string noun = kind() == Kind::kList ? "list" : "hash table";
  if (frozen_) {
    return "cannot " + std::string(verb) + " frozen " + noun;
  }
  if (iterators_ > 0) {
    return "cannot " + std::string(verb) + " " + noun + " during iteration";
  }
  return {};
}

Range::Range(int64_t start, int64_t stop, int64_t step)
    : Object(kKind), start_(start), stop_(stop), step_(step), length_(RangeLength(start, stop, step)) {}

Struct::Struct(std::vector<Field> fields) : Object(kKind), fields_(std::move(fields)) {
  if (fields_.size() > kLinearFields) {
    for (size_t i = 0; i < fields_.size(); ++i) {
      index_.emplace(fields_[i].first, i);
    }
  }
}

Value Struct::Find(std::string_view name) const {
  if (fields_.size() > kLinearFields) {
    const auto found = index_.find(name);
    return found == index_.end() ? Value() : fields_[found->second].second;
  }
  for (const Field& field : fields_) {
    if (field.first == name) {
      return field.second;
    }
  }
  return {};
}

Value Module::Find(std::string_view name) const {
  const auto found = index_.find(std::string(name));
  return found == index_.end() ? Value() : values_[found->second];
}

size_t Module::SlotOf(std::string_view name) {
  const auto [entry, is_new] = index_.emplace(std::string(name), names_.size());
  if (is_new) {
    names_.emplace_back(name);
    values_.emplace_back();
  }
  return entry->second;
}

void Module::Poison(size_t slot) {
  values_[slot] = {};
  if (tainted_.size() <= slot) {
    tainted_.resize(slot + 1);
  }
  tainted_[slot] = true;
}

void Module::Define(std::string_view name, Value value) {
  values_[SlotOf(name)] = value;
}

}  // namespace kval::starlark
