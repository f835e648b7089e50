#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "src/helm/final_values.h"
#include "src/helm/render/release.h"
#include "src/helm/render/render.h"
#include "src/helm/user_values.h"
#include "src/source/file_reader.h"
#include "src/value/value.h"

// Helm charts: the values that Helm computes, validated by the charts' schemas.
namespace kval::driver {

struct Session;

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
  bool as_helm = false;              // only errors of Helm: no schemas that it does not support, no warnings
  bool skip_validation = false;      // --skip-schema-validation, which `helm lint` obeys in part only
  std::map<std::string, std::string> schema_locations;
  std::optional<helm::render::Release> release;  // render the templates for it
  helm::render::Coverage* coverage = nullptr;    // receives what the templates execute
  bool has_partial_values = false;               // others are added: required ones may be missing or null
  bool notes_unchecked = true;                   // notes say that a chart has no schema
  // Returns the path of a chart that is missing from `charts/`; empty if it is not known. Null: Helm rejects
  // the chart.
  std::function<std::string(const helm::ChartDependency&)> find_dependency;
  // Returns the size of a file without reading it, because Helm limits file sizes in a chart. Empty: not
  // checked.
  std::function<std::optional<uint64_t>(const std::string& path)> size_of;
};

// What charts and their values consist of.
struct ChartMemory {
  explicit ChartMemory(Arena* arena) : forest(arena) {}
  helm::TableArena forest;
  helm::ChartStore charts;
};

struct HelmResult {
  // Of a request with `find_dependency`: one that was not found. Then nothing was validated.
  const helm::ChartDependency* missing_dependency = nullptr;
  const value::Value* values = nullptr;  // null: Helm refuses them, or the chart
  bool is_chart_loaded = true;           // Helm can load the chart, ignoring its values.yaml
  bool is_chart_usable = true;           // and all of it, and install it
  std::shared_ptr<const std::deque<source::SourceFile>> strings;  // that the values refer to
  std::shared_ptr<const ChartMemory> memory;                      // that `rendered` refers to
  // Null if the templates were not executed: not requested, or Helm rejects the chart or the values.
  std::shared_ptr<helm::render::RenderedChart> rendered;
};

// Otherwise the chart is checked with its defaults alone, which need not be complete.
bool HasUserValues(const HelmRequest& request);

// Validates the values of a chart. Findings are reported in the session: errors exactly where Helm rejects
// the values.
HelmResult RunHelm(const HelmRequest& request, source::FileReader& reader, Session& session);

}  // namespace kval::driver
