#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "src/project/detect_manifests.h"
#include "src/project/detect_sets.h"

namespace kval::project {
namespace {

std::string List(const std::vector<std::string>& strings) {
  if (strings.size() == 1) {
    return WriteScalar(strings.front());
  }
  std::string list;
  for (const std::string& text : strings) {
    list += (list.empty() ? "" : ", ") + WriteScalar(text);
  }
  return "[" + list + "]";
}

}  // namespace

std::string WriteScalar(const std::string& text) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '/' || c == '-';
  };
  if (!text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
      std::all_of(text.begin(), text.end(), is_plain)) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' || c == '\\' ? "\\" : "";
    quoted += c;
  }
  return quoted + "\"";
}

std::string WriteProject(const std::vector<DetectedSet>& sets, const DetectedManifests& manifests) {
  std::string text =
      "# kval project file. `kval` runs all checks, `kval check PATHS` the checks of these paths,\n# `kval "
      "check --list` lists them. `kval config schema` prints the schema of this file.\n";
  text += sets.empty() ? "" : "sets:\n";
  for (const DetectedSet& set : sets) {
    text += "- name: " + WriteScalar(set.name) + "\n";
    if (!set.rejected_chart.empty()) {
      text +=
          "  # When Helm can use the chart (`helm dependency build`), this in the place of schema, the first "
          "of\n"
          "  # the values and profile:\n  #   chart: " +
          WriteScalar(set.rejected_chart) + "\n";
    }
    text += set.chart.empty() ? "  schema: " + List(set.schema) + "\n"
                              : "  chart: " + WriteScalar(set.chart) + "\n";
    text += set.values.empty() ? "" : "  values: " + List(set.values) + "\n";
    text += set.profile.empty() || !set.chart.empty() ? "" : "  profile: " + set.profile + "\n";
  }
  if (manifests.patterns.files.empty()) {
    return text;
  }
  const auto list = [&text](const std::vector<std::string>& items) {
    for (const std::string& item : items) {
      text += "  - " + WriteScalar(item) + "\n";
    }
  };
  text += "kubernetes:\n- files:\n";
  list(manifests.patterns.files);
  text += manifests.patterns.exclude.empty() ? "" : "  exclude:\n";
  list(manifests.patterns.exclude);
  text += manifests.definitions.empty() ? "" : "  crds:\n";
  list(manifests.definitions);
  if (!manifests.unknown_kinds.empty()) {
    text +=
        "  # No schema is known for these kinds: their resources are not checked until `crds:` names their\n"
        "  # definitions or `schema-locations:` a place with schemas.\n  ignore-kinds:\n";
    list(manifests.unknown_kinds);
  }
  return text;
}

}  // namespace kval::project
