#include "src/cli/override_reader.h"

#include <algorithm>

#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using source::PathKind;

// Adds a name where it belongs, once.
void Insert(std::string_view name, std::vector<std::string>& sorted) {
  const auto place = std::lower_bound(sorted.begin(), sorted.end(), name);
  if (place == sorted.end() || *place != name) {
    sorted.insert(place, std::string(name));
  }
}

}  // namespace

// Returns a path in the form of the keys of `strings_`.
std::string_view OverrideReader::FromHere(std::string_view path) const {
  if (path == "." || path == std::string_view(directory_).substr(0, directory_.size() - 1)) {
    return {};
  }
  path.remove_prefix(path.starts_with("./") ? 2 : path.starts_with(directory_) ? directory_.size() : 0);
  return path;
}

const std::string* OverrideReader::Find(std::string_view path) const {
  const auto found = strings_.find(FromHere(path));
  if (found != strings_.end() && snapshot_ != nullptr) {
    snapshot_->NoteOverridden(found->first);
  }
  return found == strings_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> OverrideReader::Below(std::string_view directory) const {
  std::string begin(FromHere(directory));
  if (!begin.empty() && !begin.ends_with('/')) {
    begin += '/';
  }
  std::vector<std::string_view> names;
  for (auto text = strings_.lower_bound(begin); text != strings_.end() && text->first.starts_with(begin);
       ++text) {
    const std::string_view name = std::string_view(text->first).substr(begin.size());
    if (!name.empty() && !name.starts_with('/') && !name.starts_with("../")) {
      names.push_back(name);
    }
  }
  return names;
}

PathKind OverrideReader::KindOf(const std::string& path) {
  const PathKind kind = reader_.KindOf(path);
  return kind != PathKind::kMissing ? kind
         : Find(path) != nullptr    ? PathKind::kFile
         : Below(path).empty()      ? PathKind::kMissing
                                    : PathKind::kDirectory;
}

Result<std::string> OverrideReader::Read(const std::string& path) {
  const std::string* text = Find(path);
  return text != nullptr ? Result<std::string>(*text) : reader_.Read(path);
}

Result<std::string> OverrideReader::ReadBelow(const std::string& directory, const std::string& path) {
  const std::string* text = Find(path);
  return text != nullptr ? Result<std::string>(*text) : reader_.ReadBelow(directory, path);
}

std::optional<source::FileStamp> OverrideReader::StampOf(const std::string& path) {
  return Find(path) != nullptr ? std::nullopt : reader_.StampOf(path);
}

Result<std::vector<std::string>> OverrideReader::List(const std::string& directory) {
  Result<std::vector<std::string>> names = reader_.List(directory);
  const std::vector<std::string_view> below = Below(directory);
  if (below.empty()) {
    return names;
  }
  std::vector<std::string> all = names ? *std::move(names) : std::vector<std::string>();
  for (const std::string_view name : below) {
    Insert(name.substr(0, name.find('/')), all);
  }
  return all;
}

source::Tree OverrideReader::Walk(const std::string& directory) {
  const std::vector<std::string_view> below = Below(directory);
  source::Tree tree = reader_.Walk(directory);
  if (!below.empty() && reader_.KindOf(directory) == PathKind::kMissing) {
    tree.failures.clear();
  }
  for (const std::string_view name : below) {
    Insert(name, tree.files);
  }
  return tree;
}

// For a missing file: below the nearest existing directory.
Result<std::string> OverrideReader::RealPath(const std::string& path) {
  Result<std::string> real = reader_.RealPath(path);
  if (real || KindOf(path) == PathKind::kMissing) {
    return real;
  }
  const Result<std::string> above = RealPath(std::string(GetDirectory(path)));
  return above ? Result<std::string>((*above == "/" ? "" : *above) + "/" + std::string(GetFileName(path)))
               : real;
}

}  // namespace kval::cli
