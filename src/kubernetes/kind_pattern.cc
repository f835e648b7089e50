#include "src/kubernetes/kind_pattern.h"

#include <string>

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

// `*` is any text.
bool FitsPattern(Text pattern, Text text) {
  const size_t star = pattern.find('*');
  if (star == Text::npos) {
    return pattern == text;
  }
  if (!text.starts_with(pattern.substr(0, star))) {
    return false;
  }
  pattern.remove_prefix(star);
  text.remove_prefix(star);
  // From here on the pattern begins with a star: each part is looked for where it occurs first.
  while (!pattern.empty()) {
    pattern.remove_prefix(1);
    const size_t next = pattern.find('*');
    const Text part = pattern.substr(0, next);
    if (next == Text::npos) {
      return text.ends_with(part);
    }
    const size_t at = text.find(part);
    if (at == Text::npos) {
      return false;
    }
    text.remove_prefix(at + part.size());
    pattern.remove_prefix(next);
  }
  return true;
}

}  // namespace

bool FitsKindPattern(const Resource& resource, Text pattern) {
  return FitsPattern(pattern, resource.kind) ||
         FitsPattern(pattern, std::string(resource.api_version) + "/" + std::string(resource.kind));
}

}  // namespace kval::kubernetes
