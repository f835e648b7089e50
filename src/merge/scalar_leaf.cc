#include "src/merge/scalar_leaf.h"

#include <cstddef>

namespace kval::merge {
namespace {

constexpr size_t kMostLeaves = 16;
constexpr size_t kDepthLimit = 32;

void Collect(const value::Value& part, std::vector<std::string_view>& path, std::vector<ScalarLeaf>& leaves) {
  if (leaves.size() >= kMostLeaves || path.size() > kDepthLimit) {
    return;
  }
  if (!part.is_collection()) {
    leaves.push_back({path, &part});
    return;
  }
  if (part.kind != value::Kind::kMapping) {
    return;
  }
  for (const value::Entry& entry : part.entries()) {
    if (entry.key->kind == value::Kind::kString) {
      path.push_back(entry.key->raw);
      Collect(*entry.value, path, leaves);
      path.pop_back();
    }
  }
}

}  // namespace

std::vector<ScalarLeaf> CollectScalarLeaves(const value::Value& part) {
  std::vector<ScalarLeaf> leaves;
  std::vector<std::string_view> path;
  Collect(part, path, leaves);
  return leaves;
}

const value::Value* At(const value::Value& root, std::span<const std::string_view> path) {
  const value::Value* at = &root;
  for (const std::string_view key : path) {
    at = at->kind == value::Kind::kMapping ? value::Find(*at, key) : nullptr;
    if (at == nullptr) {
      return nullptr;
    }
  }
  return at;
}

}  // namespace kval::merge
