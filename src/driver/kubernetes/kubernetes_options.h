#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "src/diag/kind.h"
#include "src/driver/kubernetes/policies.h"
#include "src/kubernetes/admission/admission_request.h"

namespace kval::driver {

struct ParsedFiles;
struct PassedManifests;

struct KubernetesOptions {
  std::vector<std::string> paths;  // files, directories, or "-"
  bool are_named = true;           // false: patterns found the paths, and not all may be manifests
  // Files that are not validated, but whose admission policies, namespaces and parameters apply to the
  // others.
  std::vector<std::string> policy_files = {};
  bool uses_kustomizations_above = true;   // those of AddKustomizationsAbove apply to the paths
  std::vector<std::string> crds;           // files and directories with CustomResourceDefinitions
  std::vector<std::string> locations;      // where schemas of other kinds lie (schema_location.h)
  bool uses_catalog = true;                // whether the catalogue has the kinds without a definition
  std::vector<size_t> versions;            // of Kubernetes, by their numbers in the table; at least one
  std::vector<std::string> ignored_kinds;  // patterns of KIND or apiVersion/KIND that need no schema
  std::vector<PolicyOption> policies;
  std::vector<diag::Kind> optional_rules;  // kubernetes::OptionalRulesOf
  // What the run does with the objects, for admission policies (AdmissionPolicySet::SetOperation).
  kubernetes::Operation operation = kubernetes::Operation::kCreate;
  std::vector<std::string> old_paths;  // files and directories with the objects before an update
  size_t jobs = 0;                     // threads; 0: as many as there are processors
  bool may_be_empty = false;           // inputs without a resource need no warning: others are checked
  std::function<void(size_t done, size_t all)> progress = {};  // as CheckEachOptions::progress
  // Results of earlier runs of this check, which this run uses and updates (passed_manifests.h); may be null.
  PassedManifests* passed = nullptr;
  // With `passed`: only charts that manifests install from one of these files, with values from one of them,
  // or with one of them in the chart are rendered, because others may depend on any file. Null: none.
  std::shared_ptr<const std::set<std::string>> open_files;
  // Files of `paths` that the plan has parsed, with sources in the session of the run or below; may be null.
  // Not used together with `passed`.
  std::shared_ptr<const ParsedFiles> parsed;
  std::string directory;                  // the working directory, absolute; empty if unknown
  std::vector<std::string> chart_caches;  // directories with packed charts that were downloaded
};

struct KubernetesResult {
  bool could_read = true;  // all that was named, and the policies can be used
  size_t file_count = 0;
  size_t resource_count = 0;  // validated
};

}  // namespace kval::driver
