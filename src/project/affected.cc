#include "src/project/affected.h"

#include <string_view>
#include <utility>

#include "src/support/keyed_hash.h"

namespace kval::project {
namespace {

// Which checks name a path, and every folder above one that they name.
struct Index {
  TextMap<std::string, std::vector<size_t>> named;
  TextMap<std::string, std::vector<size_t>> above;

  void Add(const std::string& path, size_t check) {
    named[path].push_back(check);
    std::string folder = path;
    while (!folder.empty()) {
      const size_t slash = folder.rfind('/');
      folder = slash == std::string::npos ? std::string() : folder.substr(0, slash);
      std::vector<size_t>& checks = above[folder];
      if (checks.empty() || checks.back() != check) {
        checks.push_back(check);
      }
    }
  }
};

Index IndexOf(const std::vector<Check>& checks) {
  Index index;
  for (size_t i = 0; i < checks.size(); ++i) {
    for (const std::vector<std::string>* paths : {&checks[i].schema, &checks[i].values}) {
      for (const std::string& path : *paths) {
        index.Add(path, i);
      }
    }
    for (const std::string& path : {checks[i].file, checks[i].chart}) {
      if (!path.empty()) {
        index.Add(path, i);
      }
    }
  }
  return index;
}

}  // namespace

bool IsWithin(const std::string& path, const std::string& place) {
  return place.empty() || path == place || (path.starts_with(place) && path[place.size()] == '/');
}

Affected AffectedBy(const std::vector<std::string>& paths, const std::vector<Check>& checks) {
  const Index index = IndexOf(checks);
  Affected affected{std::vector<bool>(checks.size(), false), {}};
  for (const std::string& path : paths) {
    bool is_claimed = false;
    const auto choose = [&](const auto& table, const std::string& place) {
      if (const auto found = table.find(place); found != table.end()) {
        is_claimed = true;
        for (const size_t check : found->second) {
          affected.chosen[check] = true;
        }
      }
    };
    choose(index.named, ".");  // a chart that is the whole project
    choose(index.above, path);
    choose(index.named, path);
    // A check may name a folder that the path lies in.
    for (size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0;
         slash = path.rfind('/', slash - 1)) {
      choose(index.named, path.substr(0, slash));
    }
    if (!is_claimed) {
      affected.unclaimed.push_back(path);
    }
  }
  return affected;
}

}  // namespace kval::project
