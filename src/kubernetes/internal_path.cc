#include "src/kubernetes/internal_path.h"

#include <string_view>

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

bool IsIndex(const diag::PathStep& step) {
  return step.index >= 0;
}

bool IsKey(const diag::PathStep& step, Text key) {
  return !IsIndex(step) && step.key == key;
}

// Maps of the schema whose keys are the author's.
bool HasNames(Text key) {
  return key == "properties" || key == "patternProperties" || key == "definitions" || key == "dependencies";
}

}  // namespace

std::string InternalPath(const diag::Path& path) {
  const bool is_of_version = path.size() > 3 && IsKey(path[0], "spec") && IsKey(path[1], "versions") &&
                             IsIndex(path[2]) && !IsIndex(path[3]);
  if (!is_of_version) {
    return {};
  }
  const Text part = path[3].key;
  if (part != "schema" && part != "additionalPrinterColumns" && part != "subresources" &&
      part != "selectableFields") {
    return {};
  }
  std::string text = part == "schema" ? "spec.validation" : "spec." + std::string(part);
  bool is_name = false;
  for (size_t i = 4; i < path.size(); ++i) {
    const diag::PathStep& step = path[i];
    if (IsIndex(step)) {
      text += "[" + std::to_string(step.index) + "]";
    } else if (is_name) {
      text += "[" + std::string(step.key) + "]";
    } else if (part == "additionalPrinterColumns" && step.key == "jsonPath") {
      text += ".JSONPath";
    } else {
      text += "." + std::string(step.key);
    }
    is_name = !IsIndex(step) && !is_name && part == "schema" && HasNames(step.key);
  }
  return text;
}

}  // namespace kval::kubernetes
