#include "src/kubernetes/internal_version_path.h"

#include <string_view>

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using diag::PathStep;

bool IsIndex(const PathStep& step) {
  return step.index >= 0;
}

bool IsKey(const PathStep& step, Text key) {
  return !IsIndex(step) && step.key == key;
}

}  // namespace

std::string ToInternalVersionPath(const diag::Path& path) {
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
  diag::Path internal = {path[0], PathStep::Key(part == "schema" ? Text("validation") : part)};
  for (size_t i = 4; i < path.size(); ++i) {
    const bool is_column = part == "additionalPrinterColumns" && IsKey(path[i], "jsonPath");
    internal.push_back(is_column ? PathStep::Key("JSONPath") : path[i]);
  }
  return diag::Display(internal);
}

}  // namespace kval::kubernetes
