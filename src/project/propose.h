#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// A first project file for a repository, from the files that are there.
namespace kval::project {

struct ProposedSet {
  std::string name;
  std::string chart;  // whose own schemas judge, its values below those that are named; else `schema` does
  std::vector<std::string> schema;
  std::vector<std::string> values;  // patterns with `{env}` among them
  std::string profile;              // empty: by the schema's language
  // Where there is no schema: what it is to be called, and the files that it is to be inferred from, the
  // chart's own values first, then those of its tests (`ci/*-values.yaml`). Others by environment are none of
  // them, or what is misspelt there would become a part of the schema.
  std::string inferred;
  std::vector<std::string> samples;
  std::vector<std::string> environments;  // the files of values by environment
  std::string chart_values;               // the chart's own, which Helm reads by itself
  std::string refused_chart;              // which Helm cannot use as it is
};

// Whether a project file can name the path: it has no sign of patterns, and is text that YAML may hold as it
// stands.
bool CanBeNamed(std::string_view path);

// Finds charts (`Chart.yaml`), ytt schemas, JSON Schemas (`NAME.schema.json`), KCL modules and files of KCL
// schemas with values beside them, and the files of values by environment that belong to each. `files` are
// the project's that can be named, sorted; `begin_of` gives the begin of a text.
std::vector<ProposedSet> Propose(const std::vector<std::string>& files,
                                 const std::function<std::string(const std::string& path)>& begin_of);

// Proposes the schema and the chart's values in the place of a chart that Helm refuses, most often because
// what it depends on is still to be fetched: something is checked until then.
void DoWithoutChart(ProposedSet& set);

}  // namespace kval::project
