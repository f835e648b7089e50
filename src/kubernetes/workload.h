#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// A pod that a resource describes: itself, or what it makes pods from.
struct PodTemplate {
  const check::Trail& owner;  // has `metadata` and `spec`
  const check::Trail& spec;
  bool is_pod = false;  // the resource is a pod
};

// Calls `then` with each pod that a built-in resource describes.
void ForEachPod(const Resource& resource, const std::function<void(const PodTemplate&)>& then);

// The number of a percentage, which may have zeros before it; nothing of other texts.
std::optional<int64_t> PercentOf(std::string_view text);

// A share of pods, as a percentage: it is not above 100%.
void CheckShare(const check::Trail& map, std::string_view key, diag::Emitter& emit);

// What the jobs of a CronJob cannot have besides what no job can.
void CheckJobOfMany(const check::Trail& spec, diag::Emitter& emit);

// `spec` of a Job, or of what a CronJob makes: what only some modes may have, its policies. job.cc.
void CheckJob(const check::Trail& spec, diag::Emitter& emit);

// What a Job of that `spec` makes of its name: names and labels of pods. job_names.cc.
void CheckJobName(const Resource& resource, const check::Trail& spec, diag::Emitter& emit);

// Workloads (KV708): selectors that do not select the template, restart policies that the kind cannot have.
void CheckWorkload(const Resource& resource, diag::Emitter& emit);

}  // namespace kval::kubernetes
