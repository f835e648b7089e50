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

// Returns the literal strings that a matching path must contain, from component `first` on.
std::vector<std::string_view> StringsOf(const Glob& glob, size_t first) {
  std::vector<std::string_view> strings;
  for (size_t i = first; i < glob.parts().size(); ++i) {
    for (const Glob::Piece& piece : glob.parts()[i].pieces) {
      if (piece.kind == Glob::Piece::Kind::kText) {
        strings.emplace_back(piece.text);
      }
    }
  }
  return strings;
}

}  // namespace

void GlobIndex::Group::Add(Entry entry, size_t first) {
  pieces.Add(StringsOf(entry.glob, first), entries.size());
  entries.push_back(std::move(entry));
}

bool GlobIndex::Group::Any(std::string_view path, const std::function<bool(const Entry& entry)>& take) const {
  if (entries.empty()) {
    return false;
  }
  const std::vector<size_t> requested = pieces.In(path);
  return std::any_of(requested.begin(), requested.end(),
                     [&](size_t i) { return entries[i].glob.Matches(path) && take(entries[i]); });
}

void GlobIndex::Add(Glob glob, size_t id) {
  if (glob.is_literal()) {
    literal_[TextOf(glob)].push_back(id);
    return;
  }
  const bool begins_plainly = glob.parts().front().is_literal();
  Group& group = begins_plainly ? by_first_part_[std::string(glob.parts().front().literal())] : others_;
  group.Add({std::move(glob), id}, begins_plainly ? 1 : 0);
}

bool GlobIndex::Any(std::string_view path, const std::function<bool(const Entry& entry)>& take) const {
  const auto found = by_first_part_.find(FirstPart(path));
  return (found != by_first_part_.end() && found->second.Any(path, take)) || others_.Any(path, take);
}

std::vector<size_t> GlobIndex::Matching(std::string_view path) const {
  std::vector<size_t> ids;
  if (const auto found = literal_.find(path); found != literal_.end()) {
    ids = found->second;
  }
  Any(path, [&ids](const Entry& entry) {
    ids.push_back(entry.id);
    return false;
  });
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

bool GlobIndex::MatchesAny(std::string_view path) const {
  return literal_.contains(path) || Any(path, [](const Entry&) { return true; });
}

}  // namespace kval
