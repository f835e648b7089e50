#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kval::cel {

// A format of `format.named` and related functions: apiserver, pkg/cel/library/format.go.
struct NamedFormat {
  std::string_view name;      // as Kubernetes names it in values
  std::string_view function;  // `dns1123Label`
  uint64_t regex_size;        // for the cost
  // Returns the errors of a string, in Kubernetes' words.
  std::vector<std::string> (*validate)(std::string_view text);
};

}  // namespace kval::cel
