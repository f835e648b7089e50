#include "src/driver/kubernetes/partial_manifests.h"

#include <string>
#include <string_view>

#include "src/driver/inputs/tool_files.h"
#include "src/kubernetes/kustomization.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using Text = std::string_view;
using value::Value;

// `00-assert.yaml`, `02-errors-of-it.yaml`.
bool IsKuttlAssertion(Text name) {
  const size_t dash = name.find_first_not_of("0123456789");
  if (dash == 0 || dash == Text::npos || name[dash] != '-') {
    return false;
  }
  name.remove_prefix(dash + 1);
  const Text word = name.substr(0, name.find_first_of("-_."));
  return word == "assert" || word == "errors";
}

// The files of operations that name a part of a resource: `- assert: {file: a.yaml}`.
void AddChainsawFiles(const Value& test, const std::string& directory, KustomizationGraph& graph) {
  constexpr Text kOperations[] = {"assert", "error", "patch", "delete", "update"};
  std::vector<const Value*> open = {&test};
  while (!open.empty()) {
    const Value& value = *open.back();
    open.pop_back();
    open.insert(open.end(), value.items().begin(), value.items().end());
    for (const value::Entry& entry : value.entries()) {
      open.push_back(entry.value);
    }
    for (const Text operation : kOperations) {
      const Value* found = value.kind == value::Kind::kMapping ? value::Find(value, operation) : nullptr;
      const Value* file = found == nullptr ? nullptr : value::Find(*found, "file");
      if (file != nullptr && !file->is_collection()) {
        graph.AddUse(
            directory + std::string(file->raw.view()),
            {"a part of a resource for Chainsaw's operation `" + std::string(operation) + "`", true});
      }
    }
  }
}

}  // namespace

void AddPartialManifests(ManifestFiles& files, KustomizationGraph& graph) {
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string& name = files[i].name;
    const Text base = GetFileName(name);
    if (IsKuttlAssertion(base)) {
      graph.AddUse(name, {"an assertion of kuttl", true});
    } else if ((IsPatchName(base) || IsInDirectory(name, "patches/")) &&
               !kubernetes::IsKustomizationName(name) && graph.IsBelowKustomization(name)) {
      graph.AddUse(name, {"a patch by its name", true});
    } else if (base.starts_with("chainsaw-test.")) {
      for (const yaml::Document& document : files.DocumentsOf(i).documents) {
        AddChainsawFiles(*document.root, std::string(GetDirectoryPrefix(name)), graph);
      }
    }
  }
}

}  // namespace kval::driver
