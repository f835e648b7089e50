#pragma once

#include <string>
#include <vector>

#include "src/driver/helm_chart.h"

namespace CLI {
class App;
}

namespace kval::cli {

// The values of Helm's command line, and the chart.
struct HelmOptions {
  std::string chart;
  std::vector<std::string> files;
  std::vector<std::string> set, set_string, set_json, set_file, set_literal;
};

// The request for what was given. `-f a.yaml,b.yaml` names two files, as for Helm.
driver::HelmRequest ToHelmRequest(const HelmOptions& options);

}  // namespace kval::cli
