#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/pod_volumes.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {

// Checks relations between parts of a pod (KV708): mounts have a volume, ports and probes have valid names,
// container names are unique.
void CheckPod(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit);

// Parts of CheckPod. Those of one container: pkg/apis/core/validation, validateContainers and
// validateInitContainers.

// Checks that a `sleep` hook before a container ends is not longer than the grace period of the pod `spec`.
// `may_be_zero`: a duration of 0 is valid (Kubernetes 1.33 and later).
void CheckSleep(const check::ValueCursor& spec, const check::ValueCursor& container, bool may_be_zero,
                diag::Emitter& emit);

// Checks the environment variables of a container and their sources (KV703, KV708): pkg/apis/core/validation,
// ValidateEnv and ValidateEnvFrom. A duplicate name is a warning: the last value applies.
void CheckEnvironment(const check::ValueCursor& container, PodVolumes& volumes, diag::Emitter& emit);

// Checks the annotations of a pod that the API server reads (KV708).
void CheckPodAnnotations(const PodTemplate& pod, std::string_view k8s_version, diag::Emitter& emit);

// Checks host networking and DNS of a pod (KV708): pkg/apis/core/validation, checkHostPortConflicts,
// validateHostUsers, validatePodDNSConfig.
void CheckPodNetwork(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit);

// `resources` of a whole pod (KV708), in its `spec`: names and amounts, and whether its containers fit in
// (pkg/apis/core/validation, validatePodResources). The server drops them before 1.34.
void CheckPodResources(const check::ValueCursor& spec, diag::Emitter& emit);

// Checks HostProcess containers on Windows (KV708): either all containers of a pod or none, and the pod uses
// the host's network. Source: pkg/apis/core/validation, validateWindowsHostProcessPod.
void CheckHostProcesses(const check::ValueCursor& spec, diag::Emitter& emit);

}  // namespace kval::kubernetes
