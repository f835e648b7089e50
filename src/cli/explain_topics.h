#pragma once

#include <string>
#include <vector>

namespace kval::cli {

// What `kval explain` explains, beside the fields of Kubernetes: rules by code and by name, annotations,
// formats, and the lists of these.
struct Topic {
  std::string name;
  std::string summary;
  bool is_rule = false;
};

std::vector<Topic> ExplainTopics();

}  // namespace kval::cli
