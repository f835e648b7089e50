#include "src/source/similar_path.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "src/support/edit_distance.h"
#include "src/support/path_text.h"

namespace kval::source {
namespace {

constexpr size_t kMostNames = 10'000;
constexpr size_t kMostTypos = 2;  // of an ending

struct NameParts {
  std::string_view stem, ending;
};

NameParts PartsOf(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? NameParts{name, {}}
                                                   : NameParts{name.substr(0, dot), name.substr(dot)};
}

bool IsOfData(std::string_view ending) {
  return ending == ".yaml" || ending == ".yml" || ending == ".json" || ending == ".k";
}

// The name in `names` with a similar stem and the same kind of ending; of several the one whose ending
// differs least.
std::string_view NearName(std::string_view word, const std::vector<std::string>& names) {
  const NameParts parts = PartsOf(word);
  std::vector<std::string_view> stems;
  for (const std::string& name : names) {
    const NameParts other = PartsOf(name);
    const bool is_misspelt =
        !parts.ending.empty() && EditDistance(parts.ending, other.ending, kMostTypos + 1) <= kMostTypos;
    if (other.ending == parts.ending || (IsOfData(other.ending) && (IsOfData(parts.ending) || is_misspelt))) {
      stems.push_back(other.stem);
    }
  }
  const bool has_same = std::find(stems.begin(), stems.end(), parts.stem) != stems.end();
  const std::string_view stem = has_same ? parts.stem : Nearest(parts.stem, stems);
  constexpr size_t kFar = 8;
  size_t least = kFar;
  std::string_view best;
  for (const std::string& name : names) {
    const NameParts other = PartsOf(name);
    const size_t distance = EditDistance(parts.ending, other.ending, kFar);
    if (!stem.empty() && other.stem == stem && distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

}  // namespace

std::string FindSimilarPath(FileReader& reader, const std::string& path) {
  std::string part = path;
  while (GetDirectory(part) != "." && reader.KindOf(std::string(GetDirectory(part))) == PathKind::kMissing) {
    part = GetDirectory(part);
  }
  const Result<std::vector<std::string>> names = reader.List(std::string(GetDirectory(part)));
  if (!names || names->size() > kMostNames) {
    return {};
  }
  const std::string_view name = NearName(GetFileName(part), *names);
  const std::string near =
      std::string(GetDirectoryPrefix(part)) + std::string(name) + path.substr(part.size());
  return name.empty() || reader.KindOf(near) == PathKind::kMissing ? std::string() : near;
}

std::string SimilarPathHint(FileReader& reader, const std::string& path, std::string otherwise) {
  const std::string near = FindSimilarPath(reader, path);
  return near.empty() ? std::move(otherwise) : "did you mean `" + near + "`?";
}

}  // namespace kval::source
