#include "src/driver/flags/flag_scalars.h"

#include "src/support/native_stack.h"

namespace kval::driver {

void FlagScalars::Follow(const std::vector<Layer>& layers) {
  for (; seen_ < layers.size(); ++seen_) {
    if (layers[seen_].plan) {
      Note(root_, *layers[seen_].document.root, seen_);
    } else {
      root_ = {};
    }
  }
}

void FlagScalars::Note(PathNode& node, const value::Value& value, size_t layer) {
  NeedStack();
  if (!value.is_collection()) {
    node.scalar = &value;
    node.layer = layer;
    return;
  }
  if (value.kind != value::Kind::kMapping) {
    return;
  }
  for (const value::Entry& entry : value.entries()) {
    if (entry.key->kind == value::Kind::kString) {
      std::unique_ptr<PathNode>& below = node.below[entry.key->raw];
      if (below == nullptr) {
        below = std::make_unique<PathNode>();
      }
      Note(*below, *entry.value, layer);
    }
  }
}

const value::Value* FlagScalars::Obstacle(const std::vector<merge::FlagStep>& path) const {
  const PathNode* last = nullptr;
  const PathNode* at = &root_;
  for (const merge::FlagStep& step : path) {
    if (at->scalar != nullptr && (last == nullptr || at->layer > last->layer)) {
      last = at;
    }
    const auto below = step.index >= 0 ? at->below.end() : at->below.find(step.key);
    if (below == at->below.end()) {
      break;
    }
    at = below->second.get();
  }
  return last == nullptr ? nullptr : last->scalar;
}

}  // namespace kval::driver
