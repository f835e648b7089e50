#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"
#include "src/kubernetes/step_totals.h"

namespace kval::kubernetes {

// Checks the API server's rules beyond the schema (KV708). Ignores values of the wrong kind, which the schema
// reports.
void CheckRules(const Resource& resource, bool is_builtin, StepTotals& costs, diag::Emitter& emit);

// Each checks the rules of one kind, or of several similar kinds.
void CheckConfigMap(const Resource& resource, diag::Emitter& emit);       // config_data.cc
void CheckSecret(const Resource& resource, diag::Emitter& emit);          // config_data.cc
void CheckCronJob(const Resource& resource, diag::Emitter& emit);         // cron_job.cc
void CheckNetworkPolicy(const Resource& resource, diag::Emitter& emit);   // networking.cc
void CheckEndpoints(const Resource& resource, diag::Emitter& emit);       // endpoints.cc
void CheckEndpointSlice(const Resource& resource, diag::Emitter& emit);   // endpoints.cc
void CheckFlowSchema(const Resource& resource, diag::Emitter& emit);      // flow_control.cc
void CheckPriorityLevel(const Resource& resource, diag::Emitter& emit);   // flow_control.cc
void CheckQuota(const Resource& resource, diag::Emitter& emit);           // quotas.cc
void CheckLimitRange(const Resource& resource, diag::Emitter& emit);      // quotas.cc
void CheckSigningRequest(const Resource& resource, diag::Emitter& emit);  // signing_request.cc
void CheckTrustBundle(const Resource& resource, diag::Emitter& emit);     // signing_request.cc
void CheckResourceClaim(const Resource& resource, diag::Emitter& emit);   // devices.cc
void CheckResourceClaimTemplate(const Resource& resource, diag::Emitter& emit);
void CheckResourceSlice(const Resource& resource, diag::Emitter& emit);  // resource_slice.cc
void CheckDeviceClass(const Resource& resource, diag::Emitter& emit);
void CheckRuntimeClass(const Resource& resource, diag::Emitter& emit);
void CheckVolumeClaim(const Resource& resource, diag::Emitter& emit);       // storage.cc
void CheckPersistentVolume(const Resource& resource, diag::Emitter& emit);  // storage.cc
void CheckStorageClass(const Resource& resource, diag::Emitter& emit);      // storage.cc
void CheckVolumeAttributesClass(const Resource& resource, diag::Emitter& emit);
void CheckApiService(const Resource& resource, diag::Emitter& emit);    // api_service.cc
void CheckNode(const Resource& resource, diag::Emitter& emit);          // address_ranges.cc
void CheckServiceRange(const Resource& resource, diag::Emitter& emit);  // address_ranges.cc
void CheckService(const Resource& resource, diag::Emitter& emit);       // service.cc
void CheckStatefulSet(const Resource& resource, diag::Emitter& emit);
void CheckAdmissionPolicy(const Resource& resource, diag::Emitter& emit);  // admission.cc
void CheckPolicyBinding(const Resource& resource, diag::Emitter& emit);
void CheckMutatingPolicy(const Resource& resource, diag::Emitter& emit);
void CheckWebhooks(const Resource& resource, diag::Emitter& emit);

// Checks a CustomResourceDefinition as a resource (KV707): its names and versions, columns and paths, and its
// schemas (structural.h). Source: k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/validation.
void CheckDefinition(const Resource& resource, StepTotals& costs, diag::Emitter& emit);

}  // namespace kval::kubernetes
