#include <functional>

#include "src/check/checker.h"

namespace kval::check {

bool Poisoned::IsNew(source::Span at, diag::Kind kind, const diag::Path& path) {
  size_t hash = std::hash<uint64_t>()((uint64_t{at.begin} << 32) | at.end);
  hash = hash * 31 + static_cast<size_t>(kind);
  hash = hash * 31 + std::hash<std::string>()(diag::Display(path));
  return places_.insert(hash).second;
}

}  // namespace kval::check
