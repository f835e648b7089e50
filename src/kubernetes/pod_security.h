#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks `securityContext` of a pod and of its containers, and fields that its operating system does not
// support (KV708). `has_users`: the UserNamespacesSupport feature is enabled (Kubernetes 1.33 and later).
// Source: pkg/apis/core/validation, validateSeccompProfileField, ValidateAppArmorProfileField,
// validateWindows, validateLinux.
void CheckPodSecurity(const check::ValueCursor& spec, bool has_users, diag::Emitter& emit);

// Returns why the kubelet cannot use a path below its directory; empty if it can.
std::string DescribeRelativePathError(std::string_view path);

}  // namespace kval::kubernetes
