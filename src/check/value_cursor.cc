#include "src/check/value_cursor.h"

#include <algorithm>

#include "src/check/describe.h"

namespace kval::check {

diag::Path ValueCursor::path() const {
  diag::Path path;
  for (const ValueCursor* at = this; at->up != nullptr; at = at->up) {
    path.push_back(at->key != nullptr ? StepOf(*at->key) : diag::PathStep::Index(at->index));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace kval::check
