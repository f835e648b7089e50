#include "src/project/file_begin.h"

#include <algorithm>

#include "annotations/data/specs.h"

namespace kval::project {

std::string Written(const annotations::Spec& spec) {
  return "#@" + std::string(spec.name);
}

bool HasLine(const std::string& begin, const std::string& word) {
  return begin.starts_with(word) || begin.find("\n" + word) != std::string::npos;
}

bool MayBeValues(const std::string& begin) {
  const bool is_data = HasLine(begin, Written(annotations::kDataValues));
  const bool is_manifest = HasLine(begin, "apiVersion:") && HasLine(begin, "kind:");
  return is_data ||
         (begin.find("#@") == std::string::npos && begin.find("{{") == std::string::npos && !is_manifest);
}

bool HasContent(std::string_view begin) {
  while (!begin.empty()) {
    const std::string_view line = begin.substr(0, begin.find('\n'));
    const size_t at = line.find_first_not_of(" \t\r");
    if (at != std::string_view::npos && line[at] != '#' && !line.starts_with("---")) {
      return true;
    }
    begin.remove_prefix(std::min(line.size() + 1, begin.size()));
  }
  return false;
}

}  // namespace kval::project
