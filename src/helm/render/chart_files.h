#pragma once

#include "src/helm/chart.h"
#include "src/helm/context.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/value.h"

// `.Files`. Source: helm pkg/engine/files.go.
namespace kval::helm::render {

// The files of a chart. They are read when a template first needs them. `context` must outlive the heap.
gotemplate::Value FilesOf(const Chart& chart, HelmContext& context, gotemplate::Heap& heap);

}  // namespace kval::helm::render
