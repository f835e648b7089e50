#include "src/merge/scalar_leaf_index.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kval::merge {
namespace {

// As many are looked at one by one.
constexpr size_t kFew = 8;

// A scalar as a text that only equal ones have (SameKey); empty for those that are not looked up.
std::string TextOf(const value::Value* leaf) {
  if (leaf == nullptr) {
    return {};
  }
  switch (leaf->kind) {
    case value::Kind::kString:
      return "s" + std::string(leaf->raw);
    case value::Kind::kInt:
      return (leaf->is_unsigned ? "u" : "i") + std::to_string(leaf->integer);
    case value::Kind::kBool:
      return leaf->boolean ? "true" : "false";
    case value::Kind::kNull:
      return "null";
    case value::Kind::kFloat:
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return {};
  }
  return {};
}

std::string TextAt(const value::Value* root, const std::vector<std::string>& path) {
  const std::vector<std::string_view> keys(path.begin(), path.end());
  return root == nullptr ? std::string() : TextOf(At(*root, keys));
}

}  // namespace

void ScalarLeafIndex::Reset(std::vector<const value::Value*> values) {
  values_ = std::move(values);
  tables_.clear();
}

void ScalarLeafIndex::Set(size_t position, const value::Value* value) {
  values_[position] = value;
  for (auto& [name, table] : tables_) {
    if (position >= table.leaves.size()) {
      continue;
    }
    std::string text = TextAt(value, table.path);
    std::string& known = table.leaves[position];
    if (text == known) {
      continue;
    }
    if (!known.empty()) {
      std::erase(table.positions[known], position);
    }
    known = std::move(text);
    if (!known.empty()) {
      std::vector<size_t>& all = table.positions[known];
      all.insert(std::upper_bound(all.begin(), all.end(), position), position);
    }
  }
}

void ScalarLeafIndex::Add(const value::Value* value) {
  values_.push_back(value);
}

ScalarLeafIndex::Table& ScalarLeafIndex::GetTable(const ScalarLeaf& leaf) {
  std::string name;
  for (const std::string_view key : leaf.path) {
    name += key;
    name += '\0';
  }
  const auto [found, is_new] = tables_.try_emplace(std::move(name));
  Table& table = found->second;
  if (is_new) {
    table.path.assign(leaf.path.begin(), leaf.path.end());
  }
  for (size_t i = table.leaves.size(); i < values_.size(); ++i) {
    table.leaves.push_back(TextAt(values_[i], table.path));
    if (!table.leaves.back().empty()) {
      table.positions[table.leaves.back()].push_back(i);
    }
  }
  return table;
}

std::optional<std::vector<size_t>> ScalarLeafIndex::FindCandidates(
    std::span<const value::Value* const> parts) {
  if (values_.size() <= kFew) {
    return std::nullopt;
  }
  const std::vector<size_t>* fewest = nullptr;
  for (const value::Value* part : parts) {
    for (const ScalarLeaf& leaf : CollectScalarLeaves(*part)) {
      const std::string text = TextOf(leaf.value);
      if (text.empty()) {
        continue;
      }
      Table& table = GetTable(leaf);
      const auto found = table.positions.find(text);
      if (found == table.positions.end()) {
        return std::vector<size_t>();
      }
      if (fewest == nullptr || found->second.size() < fewest->size()) {
        fewest = &found->second;
      }
    }
  }
  return fewest == nullptr ? std::nullopt : std::optional(*fewest);
}

}  // namespace kval::merge
