#pragma once

#include <functional>
#include <vector>

#include "src/driver/releases/release.h"
#include "src/driver/releases/release_context.h"
#include "src/value/value.h"

namespace kval::driver {

bool IsApplicationSet(const value::Value& root);

// Calls `visit` with each Application that an ApplicationSet generates, and whether all of its parameters are
// known. What Argo CD refuses is an error, and what only Argo CD knows is a note (ApplicationGenerators).
// Source: argo-cd applicationset/controllers/template.
void GenerateApplications(
    const value::Value& set, ReleaseContext& context,
    const std::function<void(const value::Value& application, bool is_complete)>& visit);

// Adds the releases of these Applications.
void ReadApplicationSet(const value::Value& set, ReleaseContext& context, std::vector<ChartRelease>& out);

}  // namespace kval::driver
