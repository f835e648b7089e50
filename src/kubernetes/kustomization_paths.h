#pragma once

#include <functional>
#include <string_view>

#include "src/check/value_cursor.h"

// Paths that a kustomization loads (sigs.k8s.io/kustomize/api types/kustomization.go and internal/target). No
// file access.
namespace kval::kubernetes {

// The required type of a path's target.
enum class ExpectedTarget {
  kRoot,       // a file, or a directory with a kustomization
  kDirectory,  // a directory with a kustomization
  kFile,
  kData,  // a file that may be generated later: passwords, build results
};

struct LoadedPath {
  std::string_view path;  // relative to the kustomization; may be empty, which is an error
  ExpectedTarget expected;
  // The role of a file that is not a resource: "a patch"; else empty.
  std::string_view what;
  bool is_patch = false;
};

// Calls `then` with each path and the value that contains it. Excludes inline content, remote resources
// (URLs, git repositories) and paths with placeholders.
void ForEachLoadedPath(
    const check::ValueCursor& kustomization,
    const std::function<void(const check::ValueCursor& at, const LoadedPath& loaded)>& then);

}  // namespace kval::kubernetes
