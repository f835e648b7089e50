#include <algorithm>

#include "src/source/file_reader.h"

namespace kval::source {

PathKind MemoryFileReader::KindOf(const std::string& path) {
  if (files_.contains(path)) {
    return PathKind::kFile;
  }
  const auto next = files_.lower_bound(path + "/");
  const bool is_parent = path == "." || (next != files_.end() && next->first.starts_with(path + "/"));
  return is_parent ? PathKind::kDirectory : PathKind::kMissing;
}

Result<std::string> MemoryFileReader::Read(const std::string& path) {
  const auto found = files_.find(path);
  if (found == files_.end()) {
    return Failure{"cannot read " + path + ": No such file or directory"};
  }
  return std::string(found->second);
}

Result<std::vector<std::string>> MemoryFileReader::List(const std::string& directory) {
  const std::string prefix = directory == "." ? "" : directory + "/";
  std::vector<std::string> names;
  for (const auto& [path, text] : files_) {
    if (!path.starts_with(prefix)) {
      continue;
    }
    const std::string rest = path.substr(prefix.size());
    const std::string name = rest.substr(0, rest.find('/'));
    if (names.empty() || names.back() != name) {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> MemoryFileReader::ReadBelow(const std::string& directory, const std::string& path) {
  if (!IsBelow(*this, path, directory)) {
    return Failure{path + " is outside of " + directory, FailureKind::kLeavesRoot};
  }
  return Read(path);
}

Tree MemoryFileReader::Walk(const std::string& directory) {
  Tree tree;
  const Result<std::vector<std::string>> names = List(directory);
  for (const std::string& name : *names) {
    const std::string path = directory == "." ? name : directory + "/" + name;
    if (KindOf(path) == PathKind::kFile) {
      tree.files.push_back(name);
      continue;
    }
    for (const std::string& file : Walk(path).files) {
      tree.files.push_back(name + "/" + file);
    }
  }
  std::sort(tree.files.begin(), tree.files.end());
  return tree;
}

Result<std::string> MemoryFileReader::RealPath(const std::string& path) {
  if (path == ".") {
    return std::string("/");
  }
  return path.starts_with("/") ? path : "/" + path;
}

}  // namespace kval::source
