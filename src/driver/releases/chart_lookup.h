#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/releases/release.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// A chart of a release on the disk.
struct ChartPlace {
  std::string path;          // of its directory or archive; empty: not found
  bool is_in_cache = false;  // an archive that was downloaded, or copied into a directory of charts
};

// Where files that a release names may lie, besides the working directory; with slashes at their ends, or
// empty.
struct ReleaseRoots {
  std::string repository;  // that contains the file of the release
  std::string directory;   // of that file

  bool Contain(const std::string& path) const;
};

// Finds charts without network access: at their paths, in the directories that a reference names, in
// `charts/` of the repository and of the working directory, and in Helm's caches (`NAME-VERSION.tgz`, or
// `NAME/` with a Chart.yaml of the version; in Helm 4's cache of content `XX/DIGEST.chart`, whose Chart.yaml
// has the name). If a range permits several versions, the newest one is used.
//
// Threads: safe. Cost: each directory is listed once, and each archive of a cache of content unpacked once.
class ChartLookup {
 public:
  // `caches`: directories of packed charts.
  ChartLookup(std::vector<std::string> caches, source::FileReader& reader)
      : caches_(std::move(caches)), reader_(reader) {}

  // `roots`: of the file that refers to the chart. Charts outside of them and of the caches are not found.
  ChartPlace Find(const ChartReference& chart, const ReleaseRoots& roots);

 private:
  // Of archives in caches of content.
  static constexpr uint64_t kUnpackBudget = uint64_t{512} << 20;  // bytes
  static constexpr size_t kMostContent = 200;

  struct PackedChart {
    std::string name;  // with its version, without `.tgz`
    std::string path;
  };

  const std::vector<PackedChart>& ArchivesIn(const std::string& directory);
  void AddContent(const std::string& directory, std::vector<PackedChart>& archives);
  std::string FindIn(const std::string& directory, const ChartReference& chart);
  std::string VersionOf(const std::string& directory);

  const std::vector<std::string> caches_;
  source::FileReader& reader_;
  std::mutex mutex_;
  std::map<std::string, std::vector<PackedChart>> archives_;
  uint64_t unpack_budget_ = kUnpackBudget;
  size_t content_left_ = kMostContent;
};

// Whether the path of a chart is an archive by its name.
bool IsPackedChart(std::string_view path);

// Helm's command that downloads the chart into `charts/`, where the lookup finds it.
std::string DownloadCommand(const ChartReference& chart);

// The directories where Helm keeps downloaded charts, for an environment. `get` returns the value of a
// variable, or an empty string. Source: helm pkg/helmpath, pkg/cli/environment.go, pkg/downloader/cache.go.
template <typename Get>
std::vector<std::string> HelmCaches(const Get& get) {
  const auto below = [](const std::string& directory, const char* rest) {
    return directory.empty() ? std::string() : directory + rest;
  };
  std::vector<std::string> homes = {get("HELM_CACHE_HOME"), below(get("XDG_CACHE_HOME"), "/helm")};
  if (homes[0].empty() && homes[1].empty()) {
    homes = {below(get("HOME"), "/.cache/helm"), below(get("HOME"), "/Library/Caches/helm"),
             below(get("TEMP"), "/helm")};
  }
  std::vector<std::string> caches = {get("HELM_REPOSITORY_CACHE")};
  for (const std::string& home : homes) {
    caches.push_back(below(home, "/repository"));
  }
  caches.push_back(get("HELM_CONTENT_CACHE"));
  for (const std::string& home : homes) {
    caches.push_back(below(home, "/content"));
  }
  std::erase(caches, std::string());
  return caches;
}

}  // namespace kval::driver
