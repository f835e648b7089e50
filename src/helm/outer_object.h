#pragma once

#include <deque>
#include <string>
#include <vector>

#include "src/helm/context.h"
#include "src/helm/set_flag.h"
#include "src/source/source_file.h"
#include "src/value/value.h"

// Values of Helm inside other objects: Argo CD's Application and Flux' HelmRelease.
namespace kval::helm {

// What such an object gives Helm, in the order in which it counts.
struct OuterObject {
  std::vector<const value::Value*> value_files;  // names of files in the chart's folder, first of all
  std::vector<const value::Value*> layers;       // maps, later ones win
  std::vector<SetFlag> flags;                    // last
};

// Whether a document is one (`apiVersion` and `kind` decide).
bool IsOuterObject(const value::Value& root);

// What it gives. `document` is one of a file, `others` are all of that file: a HelmRelease takes values from
// ConfigMaps and Secrets among them. What stands as text in it keeps its places in the outer file. False for
// a fault, which was reported. Sources: argo-cd util/helm, reposerver/repository; helm-controller
// internal/controller, pkg/chartutil.
bool ReadOuterObject(const value::Value& document, const std::vector<const value::Value*>& others,
                     const source::SourceFile& file, Context& context, OuterObject& out);

}  // namespace kval::helm
