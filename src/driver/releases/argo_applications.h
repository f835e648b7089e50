#pragma once

#include <string_view>
#include <vector>

#include "src/driver/releases/release.h"
#include "src/driver/releases/release_context.h"
#include "src/value/value.h"

// The releases of Argo CD: each source of an Application that is a chart. Source: argo-cd
// reposerver/repository/repository.go, util/helm.
namespace kval::driver {

bool IsArgoObject(const value::Value& root, std::string_view kind);
bool IsApplication(const value::Value& root);

// Adds the releases of an Application. `is_template`: a part of it is `{{…}}`, whose value is unknown.
// Sources whose chart is unknown for this reason are left out.
void ReadApplication(const value::Value& application, bool is_template, ReleaseContext& context,
                     std::vector<ChartRelease>& out);

}  // namespace kval::driver
