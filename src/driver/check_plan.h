#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/support/result.h"

// What is checked against what, in which order, and why. Decided before anything is checked, from the
// classification of the files (inputs/classify.h) and the schemas that their comments name. Commands run a
// plan (check_each.h), print it (plan_listing.h), and answer questions about a document with it.
namespace kval::driver {

struct Session;

enum class CheckMethod : uint8_t {
  kOneSet,     // the inputs are one set (pipeline.h)
  kDocuments,  // each document of `files` alone, by the schema among the inputs (compiled_schema.h)
  kTemplates,  // the same, with the templates among the inputs evaluated for each file
  kManifests,  // each document of `files` by the schema of its kind (kubernetes/manifests.h)
  kChart,      // the inputs are values of a Helm chart (helm/chart.h)
  kYamlOnly,   // `files` are read as YAML
};

struct PlannedCheck {
  CheckMethod method = CheckMethod::kOneSet;
  DriverOptions options;         // its inputs are schemas and the base layers, in the order of merging
  std::vector<InputFile> files;  // in the order of their findings; empty for a set and a chart
  KubernetesOptions manifests;   // of kManifests; its paths precede `files`
  std::string chart;             // of kChart: its directory
  // Of kChart without inputs: required keys may be missing, because other checks add values.
  bool has_partial_values = false;
  std::string why;  // "its comment names the schema"
};

struct CheckPlan {
  std::vector<PlannedCheck> checks;  // independent of each other; run in this order
  bool is_usable = true;             // false: no path can be read, which was reported
  bool could_read = true;            // all paths
  bool has_several_sets = false;    // several JSON Schemas among the paths, or values of several environments
  size_t unplanned = 0;             // files that no check includes, which were reported
  std::vector<Failure> unreadable;  // files that no check includes, to be reported
};

// Plans the check of every document of the files below `paths`, whatever it looks like: by the schema among
// `options.inputs`, over base values there; without inputs by the schema that the file's comment names, or,
// for a manifest, by its kind. Reports comments that name no usable schema.
CheckPlan PlanEach(const DriverOptions& options, const std::vector<std::string>& paths,
                   InputFileReader& reader, Session& session);

// The same for paths that may hold schemas as well, if `options.inputs` hold none: schemas, data values with
// annotations, programs and templates among them become inputs of the check, and plain values are checked one
// by one. Without plain values the inputs are one set. In directories, files that have the name of a built-in
// schema are checked by it, also next to templates, and schemas validate the files that they are for
// (schema_pairing.h); ytt packages that are independent of each other are a set each. Paths and files that
// cannot be read do not affect the others.
CheckPlan PlanPaths(const DriverOptions& options, const std::vector<std::string>& paths,
                    InputFileReader& reader, Session& session);

// Plans the check of the inputs as one set, or of their syntax only (`options.yaml_only`).
CheckPlan PlanSet(const DriverOptions& options);
// Plans the check of a chart with the inputs as values files.
CheckPlan PlanChart(const DriverOptions& options, const std::string& chart);

// "set", "documents", …
std::string_view MethodName(CheckMethod method);

}  // namespace kval::driver
