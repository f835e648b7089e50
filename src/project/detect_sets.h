#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// A first project file for a repository, from the files that are there.
namespace kval::project {

struct DetectedSet {
  std::string name;
  std::string chart;  // whose own schemas validate, with its values as defaults; else `schema`
  std::vector<std::string> schema;
  std::vector<std::string> values;  // patterns with `{env}` among them
  std::string profile;              // empty: by the schema's language
  // Without a schema: its name, and the files to infer it from, the chart's own values first, then its test
  // values (`ci/*-values.yaml`). Not environments, whose errors would become part of the schema.
  std::string inferred;
  std::vector<std::string> samples;
  std::vector<std::string> environments;  // the files of values by environment
  std::string chart_values;               // the chart's values.yaml, which Helm reads without a flag
  std::string rejected_chart;             // a chart that Helm rejects
  bool is_library = false;                // a library chart, which Helm does not install
};

// A text as a YAML scalar: quoted unless it is a plain word.
std::string WriteScalar(const std::string& text);

// Whether a project file can contain the path: no pattern characters, and valid as plain YAML.
bool IsRepresentable(std::string_view path);

// Finds charts (`Chart.yaml`), ytt schemas, JSON Schemas (`NAME.schema.json`), KCL modules and KCL schema
// files with values next to them, and their environment files. `files` are the project's, sorted; `begin_of`
// returns the start of a file.
std::vector<DetectedSet> DetectSets(const std::vector<std::string>& files,
                                    const std::function<std::string(const std::string& path)>& begin_of);

// Replaces a chart that Helm rejects, usually because dependencies are not fetched yet, by its schema and
// values, so that something is checked.
void ReplaceChartBySchema(DetectedSet& set);

}  // namespace kval::project
