#include "src/lang/starlark/environment.h"

namespace kval::starlark {

void Environment::Define(std::string_view name, Value value) {
  const auto [entry, is_new] = index_.emplace(std::string(name), values_.size());
  if (is_new) {
    values_.push_back(value);
  } else {
    values_[entry->second] = value;
  }
}

const Value* Environment::Find(std::string_view name) const {
  const std::string key(name);
  for (const Environment* environment = this; environment; environment = environment->parent_) {
    if (const auto found = environment->index_.find(key); found != environment->index_.end()) {
      return &environment->values_[found->second];
    }
  }
  return nullptr;
}

std::vector<std::string_view> Environment::Names() const {
  std::vector<std::string_view> names;
  for (const Environment* environment = this; environment; environment = environment->parent_) {
    for (const auto& [name, slot] : environment->index_) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace kval::starlark
