#pragma once

#include <cstdint>
#include <functional>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// A pod, or the pod template of a resource.
struct PodTemplate {
  const check::ValueCursor& owner;  // has `metadata` and `spec`
  const check::ValueCursor& spec;
  bool is_pod = false;  // the resource is a pod
};

// Calls `then` with each pod that a built-in resource describes.
void ForEachPod(const Resource& resource, const std::function<void(const PodTemplate&)>& then);

// Checks the `spec` of a Job or of a CronJob's job: mode-specific fields and policies. job.cc.
void CheckJob(const check::ValueCursor& spec, diag::Emitter& emit);

// Checks the names and labels of pods derived from a Job's name. job_names.cc.
void CheckJobName(const Resource& resource, const check::ValueCursor& spec, diag::Emitter& emit);

// Checks workloads (KV708): selectors that do not match the template, restart policies that the kind does not
// support.
void CheckWorkload(const Resource& resource, diag::Emitter& emit);

}  // namespace kval::kubernetes
