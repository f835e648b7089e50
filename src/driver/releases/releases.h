#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/driver/kubernetes/manifest_run.h"
#include "src/driver/kubernetes/passed_manifests.h"
#include "src/driver/releases/release_check.h"

// Charts that other tools install: Argo CD, Flux, kustomize and helmfile. Each is rendered and validated like
// `kval helm CHART` with the values that the tool passes.
namespace kval::driver {

struct Session;

class Releases final : public FurtherCheck {
 public:
  // The arguments must outlive this. Directories among the paths may hold helmfiles that are templates.
  Releases(const KubernetesOptions& options, const schemas::kubernetes::ApiTable& table,
           source::FileReader& reader)
      : options_(options), table_(table), reader_(reader) {}

  // Finds the releases of a run and the objects that they refer to.
  void Collect(ManifestFiles& files, const KustomizationGraph& kustomizations,
               std::vector<std::string> policy_files) override;
  bool empty() const override { return sources_.empty(); }
  bool AreIn(const std::string& path) const override;
  // Renders and validates all of them. A finding about a chart that several releases share is reported once.
  size_t Check(const ManifestVariables& variables, Session& session) override;

 private:
  void AddVersion(const value::Value& root, const DocumentPlace& place);
  void AddDocument(const value::Value& root, const DocumentPlace& place, bool is_patch,
                   const KustomizedFields& kustomized);
  void AddHelmfiles(const ManifestFiles& files);
  bool AddPassed(const ManifestFile& file, const KustomizationGraph& kustomizations, bool has_values_from);
  void AddFile(const yaml::File& read, const ManifestFile& file, const KustomizationGraph& kustomizations);

  const KubernetesOptions& options_;
  const schemas::kubernetes::ApiTable& table_;
  source::FileReader& reader_;
  std::vector<ReleaseSource> sources_;
  std::map<std::string, std::vector<DocumentPlace>> patches_;  // by kind and name
  std::map<std::string, std::vector<size_t>> by_name_;         // sources in the same form
  std::vector<std::string> policy_files_;
  std::set<std::string> definitions_;   // files with CustomResourceDefinitions
  std::set<std::string> api_versions_;  // of custom resources
  ReleaseObjects objects_;
};

}  // namespace kval::driver
