#pragma once

#include <functional>
#include <string_view>

#include "src/check/trail.h"

// What a kustomization loads, by its path (sigs.k8s.io/kustomize/api types/kustomization.go and
// internal/target): nothing is looked up here.
namespace kval::kubernetes {

// What has to be where a path leads.
enum class Wanted {
  kRoot,    // a file, or a folder with a kustomization in it
  kFolder,  // a folder with a kustomization in it
  kFile,
  kData,  // a file that often comes from elsewhere: passwords, what a build makes
};

struct LoadedPath {
  std::string_view path;  // from the kustomization's folder; may be empty, which is a mistake
  Wanted wanted;
  // What the file is to it, where that is no resource: "a patch"; else empty.
  std::string_view what;
  bool is_patch = false;
};

// Calls `then` with each path and the value that states it. Texts that stand in place of a path, where they
// may (a patch that is written out), are none, and neither is what leads to another machine (an URL, a
// repository of git) or has a placeholder in it.
void ForEachLoadedPath(const check::Trail& kustomization,
                       const std::function<void(const check::Trail& at, const LoadedPath& loaded)>& then);

}  // namespace kval::kubernetes
