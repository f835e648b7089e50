#include "src/project/manifest_patterns.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "src/support/path_text.h"

namespace kval::project {
namespace {

using CountByEnding = std::map<std::string, size_t>;

// What is below a directory.
struct Summary {
  std::vector<std::string> manifests, own_manifests;
  CountByEnding others, own_others;
  std::vector<std::string> other_paths;  // files and directories that contain all others and no manifest
  ManifestPatterns best;                 // of the subdirectories
};

// `.yaml` of `a/b.yaml`; for a directory maybe the whole path.
std::string EndingOf(const std::string& path) {
  const size_t dot = path.rfind('.');
  return dot == std::string::npos ? path : path.substr(dot);
}

std::set<std::string> EndingsOf(const std::vector<std::string>& paths) {
  std::set<std::string> endings;
  for (const std::string& path : paths) {
    endings.insert(EndingOf(path));
  }
  return endings;
}

// How many files patterns with these endings would find.
size_t CountOf(const std::set<std::string>& endings, const CountByEnding& files) {
  size_t count = 0;
  for (const std::string& ending : endings) {
    const auto found = files.find(ending);
    count += found == files.end() ? 0 : found->second;
  }
  return count;
}

// The directory that contains a directory `a/b/`: `a/`.
std::string ParentOf(const std::string& directory) {
  return std::string(GetDirectoryPrefix(directory.substr(0, directory.size() - 1)));
}

void Append(std::vector<std::string> from, std::vector<std::string>& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

// Replaces paths with the same last part by one pattern, unless a manifest below the directory has it as
// well.
std::vector<std::string> MergeByName(const std::string& directory, const Summary& summary) {
  std::set<std::string_view> parts;  // of the paths of manifests
  for (const std::string& path : summary.manifests) {
    for (size_t begin = directory.size(); begin != std::string::npos && begin < path.size();) {
      const size_t slash = path.find('/', begin);
      parts.insert(std::string_view(path).substr(begin, slash - begin));
      begin = slash == std::string::npos ? slash : slash + 1;
    }
  }
  std::map<std::string, std::vector<std::string>> by_name;
  const std::set<std::string> endings = EndingsOf(summary.manifests);
  for (const std::string& path : summary.other_paths) {
    const bool is_file_that_no_pattern_finds =
        summary.others.count(EndingOf(path)) != 0 && endings.count(EndingOf(path)) == 0;
    if (is_file_that_no_pattern_finds) {
      continue;
    }
    by_name[std::string(GetFileName(path))].push_back(path);
  }
  std::vector<std::string> merged;
  const std::string at_any_depth = directory + "**/";
  for (auto& [name, paths] : by_name) {
    if (paths.size() > 1 && parts.count(name) == 0) {
      merged.push_back(at_any_depth + name);
    } else {
      Append(std::move(paths), merged);
    }
  }
  return merged;
}

// The patterns for a directory whose subdirectories have theirs.
ManifestPatterns PatternsFor(const std::string& directory, Summary& summary) {
  ManifestPatterns parts = std::move(summary.best);
  const std::set<std::string> own_endings = EndingsOf(summary.own_manifests);
  if (CountOf(own_endings, summary.own_others) == 0) {
    const std::string any_here = directory + "*";
    for (const std::string& ending : own_endings) {
      parts.files.push_back(any_here + ending);
    }
  } else {
    Append(summary.own_manifests, parts.files);
  }
  const std::set<std::string> endings = EndingsOf(summary.manifests);
  const size_t others = CountOf(endings, summary.others);
  if (directory.empty() || summary.manifests.size() <= others) {
    return parts;
  }
  ManifestPatterns whole;
  const std::string any_below = directory + "**/*";
  for (const std::string& ending : endings) {
    whole.files.push_back(any_below + ending);
  }
  if (others > 0) {
    whole.exclude = MergeByName(directory, summary);
  }
  const bool is_shorter =
      whole.files.size() + whole.exclude.size() < parts.files.size() + parts.exclude.size();
  return whole.exclude.empty() || is_shorter ? whole : parts;
}

}  // namespace

ManifestPatterns ChoosePatterns(const std::vector<ClassifiedFile>& files) {
  std::map<std::string, Summary> directories = {{"", {}}};  // with slashes at their ends
  for (const ClassifiedFile& file : files) {
    const std::string own(GetDirectoryPrefix(file.path));
    Summary& summary = directories[own];
    if (file.is_manifest) {
      summary.own_manifests.push_back(file.path);
      summary.manifests.push_back(file.path);
    } else {
      ++summary.own_others[EndingOf(file.path)];
      ++summary.others[EndingOf(file.path)];
      summary.other_paths.push_back(file.path);
    }
    for (std::string directory = own; !directory.empty();) {
      directory = ParentOf(directory);
      directories.try_emplace(directory);
    }
  }
  // Subdirectories come before the directories that contain them.
  for (auto at = directories.rbegin(); at != directories.rend(); ++at) {
    auto& [directory, summary] = *at;
    ManifestPatterns patterns = PatternsFor(directory, summary);
    if (directory.empty()) {
      std::sort(patterns.files.begin(), patterns.files.end());
      std::sort(patterns.exclude.begin(), patterns.exclude.end());
      return patterns;
    }
    Summary& parent = directories[ParentOf(directory)];
    for (const auto& [ending, count] : summary.others) {
      parent.others[ending] += count;
    }
    if (summary.manifests.empty()) {
      summary.other_paths = {directory.substr(0, directory.size() - 1)};
    }
    Append(std::move(summary.manifests), parent.manifests);
    Append(std::move(summary.other_paths), parent.other_paths);
    Append(std::move(patterns.files), parent.best.files);
    Append(std::move(patterns.exclude), parent.best.exclude);
  }
  return {};
}

}  // namespace kval::project
