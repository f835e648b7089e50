#include "src/project/affected.h"

#include <string_view>

#include "src/project/chart_files.h"
#include "src/support/keyed_hash.h"

namespace kval::project {
namespace {

// The checks that name a path, and every directory above their paths.
struct Index {
  TextMap<std::string, std::vector<size_t>> named;
  TextMap<std::string, std::vector<size_t>> above;

  void Add(const std::string& path, size_t check) {
    named[path].push_back(check);
    std::string dir = path;
    while (!dir.empty()) {
      const size_t slash = dir.rfind('/');
      dir = slash == std::string::npos ? std::string() : dir.substr(0, slash);
      std::vector<size_t>& checks = above[dir];
      if (checks.empty() || checks.back() != check) {
        checks.push_back(check);
      }
    }
  }
};

// Which checks are about a chart's directory.
using Charts = TextMap<std::string, std::vector<size_t>>;

Index IndexOf(const std::vector<Check>& checks, Charts& charts) {
  Index index;
  for (size_t i = 0; i < checks.size(); ++i) {
    for (const std::vector<std::string>* paths :
         {&checks[i].schema, &checks[i].values, &checks[i].chart_definitions}) {
      for (const std::string& path : *paths) {
        index.Add(path, i);
      }
    }
    for (const std::string& path : {checks[i].file, checks[i].chart}) {
      if (!path.empty()) {
        index.Add(path, i);
      }
    }
    if (!checks[i].chart.empty()) {
      charts[checks[i].chart].push_back(i);
    }
  }
  return index;
}

// The path relative to a directory around it.
std::string_view Inside(std::string_view path, std::string_view directory) {
  return directory == "." ? path : path.substr(directory.size() + 1);
}

}  // namespace

bool IsWithin(const std::string& path, const std::string& place) {
  return place.empty() || path == place || (path.starts_with(place) && path[place.size()] == '/');
}

AffectedChecks FindAffectedChecks(const std::vector<std::string>& paths, const std::vector<Check>& checks) {
  Charts charts;
  const Index index = IndexOf(checks, charts);
  AffectedChecks affected{std::vector<bool>(checks.size(), false), {}};
  for (const std::string& path : paths) {
    bool is_claimed = false;
    const auto choose = [&](const auto& table, const std::string& place) {
      const auto found = table.find(place);
      for (size_t i = 0; found != table.end() && i < found->second.size(); ++i) {
        affected.is_affected[found->second[i]] = true;
      }
      return found != table.end();
    };
    const bool is_input = index.named.count(path) != 0;
    // A directory that checks name, which the path lies in. Of the checks of a chart, one set's values only
    // affect those that name them.
    const auto choose_above = [&](const std::string& place) {
      const bool is_part = charts.count(place) == 0 || IsPartOfChart(Inside(path, place));
      if (is_part || !is_input) {
        is_claimed = (choose(index.named, place) && is_part) || is_claimed;
      }
    };
    choose_above(".");  // a chart that is the whole project
    is_claimed = choose(index.above, path) || is_claimed;
    is_claimed = choose(index.named, path) || is_claimed;
    for (size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0;
         slash = path.rfind('/', slash - 1)) {
      choose_above(path.substr(0, slash));
    }
    if (!is_claimed) {
      affected.unclaimed.push_back(path);
    }
  }
  return affected;
}

}  // namespace kval::project
