#include "src/kubernetes/definition_path.h"

#include <algorithm>
#include <string_view>

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

bool IsOneOf(Text key, std::initializer_list<Text> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

bool IsDroppedInSilence(const diag::Path& path) {
  const auto root = std::find_if(path.begin(), path.end(), [](const diag::PathStep& step) {
    return step.index < 0 && step.key == "openAPIV3Schema";
  });
  // Each turn begins behind the key or the number that leads to a schema.
  for (auto at = root == path.end() ? root : root + 1; at != path.end(); ++at) {
    if (at->index >= 0) {
      continue;
    }
    const bool has_name = IsOneOf(at->key, {"properties", "patternProperties", "definitions"});
    if (IsOneOf(at->key, {"items", "additionalItems", "additionalProperties", "dependencies"})) {
      return at + 1 != path.end();
    }
    if (!has_name && !IsOneOf(at->key, {"allOf", "anyOf", "oneOf", "not"})) {
      return false;
    }
    at += has_name && at + 1 != path.end() ? 1 : 0;
  }
  return false;
}

}  // namespace kval::kubernetes
