#pragma once

#include <string>
#include <vector>

namespace kval::cli {

// Topics of `kval explain` other than Kubernetes fields: rules by code and name, annotations, formats, and
// their lists.
struct Topic {
  std::string name;
  std::string summary;
  bool is_rule = false;
};

// Returns all topics.
std::vector<Topic> ExplainTopics();

}  // namespace kval::cli
