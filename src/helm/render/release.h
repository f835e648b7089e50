#pragma once

#include <string>
#include <vector>

namespace kval::helm::render {

// What `helm template` passes to a chart besides values.
struct Release {
  std::string name = "release-name";
  std::string name_space = "default";
  bool is_upgrade = false;
  std::string kube_version;               // empty: kDefaultKubeVersion
  std::vector<std::string> api_versions;  // in addition to those of Kubernetes' client
  bool has_all_api_versions = false;      // `api_versions` are all, as of a cluster
};

}  // namespace kval::helm::render
