#include "src/merge/layers.h"

#include <algorithm>

namespace kval::merge {

std::vector<Layer> Layers(const value::Value& merged, size_t limit) {
  // Newest first; `left` is laid below `right`, each of which may itself be a merge.
  std::vector<Layer> layers;
  std::vector<Layer> open = {{&merged, {}}};
  while (!open.empty() && layers.size() < limit) {
    const Layer top = open.back();
    open.pop_back();
    if (top.value->origin() == nullptr) {
      layers.push_back(top);
      continue;
    }
    open.push_back({top.value->origin()->left, {}});
    open.push_back({top.value->origin()->right, top.value->origin()->op});
  }
  std::reverse(layers.begin(), layers.end());
  return layers;
}

}  // namespace kval::merge
