#pragma once

#include "src/helm/tables.h"

namespace kval::helm {

// Applies `over` to `base` in place: maps are merged at every depth; all other values, including null, are
// replaced. Source: helm pkg/cli/values/options.go mergeMaps, loader.MergeMaps of Helm 4.
void MergeValues(Table& base, const Table& over, TableArena& forest);

}  // namespace kval::helm
