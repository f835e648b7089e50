#pragma once

#include <vector>

#include "src/driver/releases/release.h"
#include "src/driver/releases/release_context.h"
#include "src/value/value.h"

// The releases of Argo CD: each source of an Application that is a chart. Source: argo-cd
// reposerver/repository/repository.go, util/helm, applicationset/generators, applicationset/utils.
namespace kval::driver {

bool IsApplication(const value::Value& root);
bool IsApplicationSet(const value::Value& root);

// Adds the releases of an Application. `is_template`: a part of it is `{{…}}`, whose value is unknown.
void ReadApplication(const value::Value& application, bool is_template, ReleaseContext& context,
                     std::vector<ChartRelease>& out);

// Adds the releases of the Applications that an ApplicationSet creates with static generators: list, git
// (with directories and files of this repository), and matrices of these. Parameters of other generators are
// unknown.
void ReadApplicationSet(const value::Value& set, ReleaseContext& context, std::vector<ChartRelease>& out);

}  // namespace kval::driver
