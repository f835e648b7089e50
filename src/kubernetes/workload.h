#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// A pod, or the pod template of a resource.
struct PodTemplate {
  const check::Trail& owner;  // has `metadata` and `spec`
  const check::Trail& spec;
  bool is_pod = false;  // the resource is a pod
};

// Calls `then` with each pod that a built-in resource describes.
void ForEachPod(const Resource& resource, const std::function<void(const PodTemplate&)>& then);

// Returns the number of a percentage, which may have leading zeros; nullopt for other strings.
std::optional<int64_t> PercentOf(std::string_view text);

// A share of pods, as a percentage: it is not above 100%.
void CheckShare(const check::Trail& map, std::string_view key, diag::Emitter& emit);

// Checks restrictions of a CronJob's jobs in addition to those of every Job.
void CheckJobOfMany(const check::Trail& spec, diag::Emitter& emit);

// Checks the `spec` of a Job or of a CronJob's job: mode-specific fields and policies. job.cc.
void CheckJob(const check::Trail& spec, diag::Emitter& emit);

// Checks the names and labels of pods derived from a Job's name. job_names.cc.
void CheckJobName(const Resource& resource, const check::Trail& spec, diag::Emitter& emit);

// Workloads (KV708): selectors that do not select the template, restart policies that the kind cannot have.
void CheckWorkload(const Resource& resource, diag::Emitter& emit);

}  // namespace kval::kubernetes
