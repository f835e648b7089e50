#pragma once

#include "src/helm/chart.h"
#include "src/helm/version.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/value.h"

namespace kval::helm::render {

// `.Chart`: a struct in Helm 3, a map in Helm 4. Sources: helm pkg/chart/metadata.go, and recAllTpls of
// pkg/engine/engine.go.
gotemplate::Value ChartOf(const Chart& chart, bool is_root, Version helm, gotemplate::Heap& heap);

}  // namespace kval::helm::render
