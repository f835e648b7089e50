#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/driver/session.h"
#include "src/helm/final_values.h"
#include "src/helm/user_values.h"
#include "src/source/file_reader.h"
#include "src/value/value.h"

// Helm charts: the values that Helm computes, validated by the charts' schemas.
namespace kval::driver {

struct HelmRequest {
  std::string chart;  // a directory or packed chart; empty: the user's values alone
  helm::UserInput input;
  helm::HelmOperation mode = helm::HelmOperation::kTemplate;
  helm::Version version = helm::Version::kHelm3;
  std::string kube_version;          // for `kubeVersion` of the chart; empty: any
  bool validator = true;             // ask the schemas
  bool takes_library = false;        // validate a library chart too, which cannot be installed
  bool infer = false;                // compare the values with the charts' defaults and templates
  bool infer_without_schema = true;  // the same where no chart has a schema
  bool skip_validation = false;      // --skip-schema-validation, which `helm lint` obeys in part only
  std::map<std::string, std::string> schema_locations;
  // Returns the size of a file without reading it, because Helm limits file sizes in a chart. Empty: not
  // checked.
  std::function<std::optional<uint64_t>(const std::string& path)> size_of;
};

struct HelmResult {
  const value::Value* values = nullptr;  // null: Helm refuses them, or the chart
  bool is_chart_loaded = true;           // Helm can load the chart, ignoring its values.yaml
  bool is_chart_usable = true;           // and all of it, and install it
  std::shared_ptr<const std::deque<source::SourceFile>> strings;  // that the values refer to
};

// Validates the values of a chart. Findings are reported in the session: errors exactly where Helm rejects
// the values.
HelmResult RunHelm(const HelmRequest& request, source::FileReader& reader, Session& session);

}  // namespace kval::driver
