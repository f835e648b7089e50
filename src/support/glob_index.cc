#include "src/support/glob_index.h"

#include <algorithm>
#include <utility>

namespace kval {
namespace {

std::string TextOf(const Glob& literal) {
  std::string text;
  for (const Glob::Part& part : literal.parts()) {
    text.append(&part == &literal.parts().front() ? "" : "/").append(part.literal());
  }
  return text;
}

std::string_view FirstPart(std::string_view path) {
  return path.substr(0, path.find('/'));
}

}  // namespace

void GlobIndex::Add(Glob glob, size_t id) {
  if (glob.is_literal()) {
    literal_[TextOf(glob)].push_back(id);
  } else if (glob.parts().front().is_literal()) {
    by_first_part_[std::string(glob.parts().front().literal())].push_back({std::move(glob), id});
  } else {
    others_.push_back({std::move(glob), id});
  }
}

std::vector<size_t> GlobIndex::Matching(std::string_view path) const {
  std::vector<size_t> ids;
  if (const auto found = literal_.find(path); found != literal_.end()) {
    ids = found->second;
  }
  const auto add = [&](const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
      if (entry.glob.Matches(path)) {
        ids.push_back(entry.id);
      }
    }
  };
  if (const auto found = by_first_part_.find(FirstPart(path)); found != by_first_part_.end()) {
    add(found->second);
  }
  add(others_);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

bool GlobIndex::MatchesAny(std::string_view path) const {
  const auto matches = [path](const Entry& entry) { return entry.glob.Matches(path); };
  if (literal_.contains(path) || std::any_of(others_.begin(), others_.end(), matches)) {
    return true;
  }
  const auto found = by_first_part_.find(FirstPart(path));
  return found != by_first_part_.end() && std::any_of(found->second.begin(), found->second.end(), matches);
}

}  // namespace kval
