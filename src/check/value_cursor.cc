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

std::deque<ValueCursor> FollowPath(const value::Value& document, const diag::Path& path,
                                   value::EntryIndex& keys) {
  std::deque<ValueCursor> chain = {ValueCursor::Document(document)};
  for (const diag::PathStep& step : path) {
    const ValueCursor& at = chain.back();
    if (at.value->gap == value::Recovery::kError) {
      break;
    }
    if (step.index >= 0) {
      const auto index = static_cast<size_t>(step.index);
      if (at.value->kind != value::Kind::kSequence || index >= at.value->items().size()) {
        break;
      }
      chain.push_back(at.Item(index));
    } else if (const value::Entry* entry = keys.Find(*at.value, step.key)) {
      chain.push_back(at.Entry(*entry));
    } else {
      break;
    }
  }
  return chain;
}

}  // namespace kval::check
