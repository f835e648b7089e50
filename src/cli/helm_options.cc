#include "src/cli/helm_options.h"

#include <utility>

namespace kval::cli {
namespace {

// One `-f`: a line of CSV, in which quotes hold commas.
void AddFiles(std::string_view list, std::vector<std::string>& files) {
  std::string file;
  bool is_quoted = false;
  for (const char c : list) {
    if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      files.push_back(std::exchange(file, {}));
    } else {
      file += c;
    }
  }
  files.push_back(file);
}

void AddFlags(const std::vector<std::string>& texts, helm::SetKind kind, driver::HelmRequest& request) {
  for (const std::string& text : texts) {
    request.input.flags.push_back({kind, text});
  }
}

}  // namespace

driver::HelmRequest ToHelmRequest(const HelmOptions& options) {
  driver::HelmRequest request;
  request.chart = options.chart;
  request.input.chart = options.chart;
  for (const std::string& list : options.files) {
    AddFiles(list, request.input.files);
  }
  AddFlags(options.set_json, helm::SetKind::kJson, request);
  AddFlags(options.set, helm::SetKind::kSet, request);
  AddFlags(options.set_string, helm::SetKind::kString, request);
  AddFlags(options.set_file, helm::SetKind::kFile, request);
  AddFlags(options.set_literal, helm::SetKind::kLiteral, request);
  return request;
}

}  // namespace kval::cli
