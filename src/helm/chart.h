#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/helm/tables.h"
#include "src/source/source_file.h"
#include "src/source/span.h"

namespace kval::helm {

// A file of a chart, read on demand (load_chart.h) or from an archive.
struct ChartFile {
  std::string name;  // below its chart: "templates/service.yaml"
  std::string path;  // for people, and on the disk unless `bytes` holds the text
  std::string root;  // the directory that must contain it
  std::shared_ptr<const std::string> bytes;
  bool is_ignored = false;  // .helmignore names it
};

// An entry of `import-values`: the table `child` of the subchart becomes defaults at `parent`, `.` for the
// top.
struct ImportedValues {
  std::string child;
  std::string parent;
  bool is_export = false;  // a bare name: of the subchart's `exports`
  source::Span span;
};

// An entry of `dependencies` in Chart.yaml.
struct ChartDependency {
  std::string name;  // the alias, once dependencies were processed
  std::string version;
  std::string condition;
  std::string alias;
  std::vector<std::string> tags;
  std::vector<ImportedValues> imports;
  std::string repository;
  bool is_enabled = false;
  source::Span span;
};

struct Maintainer {
  std::string name;
  std::string email;
  std::string url;
};

// The content of Chart.yaml. Copies of a chart for aliases share its dependencies, as in Helm.
struct Metadata {
  std::string api_version;
  std::string name;  // or the alias
  std::string version;
  std::string type;
  std::string kube_version;
  source::Span name_span;
  source::Span version_span;
  source::Span type_span;
  source::Span api_version_span;
  source::Span kube_version_span;
  std::vector<ChartDependency*> dependencies;
  // What only templates read.
  std::string home;
  std::string description;
  std::string icon;
  std::string condition;
  std::string tags;
  std::string app_version;
  std::vector<std::string> sources;
  std::vector<std::string> keywords;
  std::vector<Maintainer> maintainers;
  std::vector<std::pair<std::string, std::string>> annotations;
  bool is_deprecated = false;
};

// A chart with all charts in `charts/`. Processing of dependencies (dependencies.h) copies it for aliases,
// removes disabled charts and merges imported values below the defaults.
struct Chart {
  Metadata metadata;
  std::string real_name;                       // of Chart.yaml, also under an alias
  std::string path;                            // of its directory or archive, for people
  bool has_values = false;                     // values.yaml is there
  bool is_whole = true;                        // Helm takes it and all below it
  Table* values = nullptr;                     // of values.yaml; never null
  const ChartFile* schema = nullptr;           // values.schema.json
  const ChartFile* ignored_schema = nullptr;   // one that .helmignore names, which lint reads all the same
  std::vector<const ChartFile*> yaml_schemas;  // values.schema.yml: a schema that Helm does not support
  std::vector<const ChartFile*> kcl_files;     // in the chart's directory: one package
  std::vector<const ChartFile*> templates;
  std::vector<const ChartFile*> files;              // all others, which templates may read
  const source::SourceFile* values_file = nullptr;  // values.yaml as a text
  std::vector<std::string> switches;                // the paths of conditions, and `tags` when tags matter
  std::vector<Chart*> charts;                       // those in charts/; afterwards those that are enabled
  std::vector<std::string> disabled;  // keys of the values of charts that conditions or tags turned off

  const std::string& name() const { return metadata.name; }
};

// Owns charts.
struct ChartStore {
  std::deque<Chart> charts;
  std::deque<ChartDependency> dependencies;
  std::deque<ChartFile> files;
};

}  // namespace kval::helm
