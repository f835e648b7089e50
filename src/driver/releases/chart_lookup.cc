#include "src/driver/releases/chart_lookup.h"

#include <algorithm>

#include "src/helm/archive.h"
#include "src/helm/version_range.h"
#include "src/support/ascii.h"
#include "src/support/lexical_path.h"

namespace kval::driver {
namespace {

using source::PathKind;

bool IsChartDirectory(const std::string& path, source::FileReader& reader) {
  return reader.KindOf(path + "/Chart.yaml") == PathKind::kFile;
}

// Helm permits a range, and a `v` before the numbers.
bool IsWanted(const std::string& wanted, const std::string& version) {
  if (wanted.empty() || wanted == version) {
    return true;
  }
  const auto without_v = [](std::string_view text) { return text.substr(text.starts_with('v') ? 1 : 0); };
  return without_v(wanted) == without_v(version) || helm::IsInRange(wanted, version);
}

bool IsNewer(const std::string& version, const std::string& than) {
  const auto a = helm::ReadVersion(version);
  const auto b = helm::ReadVersion(than);
  return than.empty() || (a && (!b || helm::CompareVersions(*a, *b) > 0));
}

// The `version` or `name` of a Chart.yaml, read line by line: the chart is validated later.
std::string FieldOf(std::string_view chart, std::string_view field) {
  const std::string lines = "\n" + std::string(chart);
  const std::string key = "\n" + std::string(field) + ":";
  const size_t at = lines.find(key);
  if (at == std::string::npos) {
    return {};
  }
  const size_t begin = lines.find_first_not_of(" \t\"'", at + key.size());
  const size_t end = lines.find_first_of(" \t\r\n\"'#", begin);
  return begin == std::string::npos ? std::string() : lines.substr(begin, end - begin);
}

bool IsHexByte(std::string_view name) {
  return name.size() == 2 && IsHexDigit(name[0]) && IsHexDigit(name[1]);
}

// Files of registries may have `+` as `_`.
std::string VersionText(std::string_view text) {
  std::string version(text);
  for (char& c : version) {
    c = c == '_' ? '+' : c;
  }
  return version;
}

}  // namespace

const std::vector<ChartLookup::PackedChart>& ChartLookup::ArchivesIn(const std::string& directory) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = archives_.try_emplace(directory);
  const bool is_cache = std::find(caches_.begin(), caches_.end(), directory) != caches_.end();
  if (is_new && reader_.KindOf(directory) == PathKind::kDirectory) {
    const std::string prefix = directory + "/";
    const Result<std::vector<std::string>> names = reader_.List(directory);
    for (const std::string& name : names ? *names : std::vector<std::string>()) {
      if (name.ends_with(".tgz")) {
        known->second.push_back({name.substr(0, name.size() - 4), prefix + name});
      } else if (is_cache && IsHexByte(name)) {
        AddContent(prefix + name, known->second);
      }
    }
  }
  return known->second;
}

void ChartLookup::AddContent(const std::string& directory, std::vector<PackedChart>& archives) {
  const Result<std::vector<std::string>> names = reader_.List(directory);
  const std::string prefix = directory + "/";
  for (const std::string& name : names ? *names : std::vector<std::string>()) {
    const std::string path = prefix + name;
    if (!IsPackedChart(name) || reader_.KindOf(path) != PathKind::kFile || content_left_ == 0) {
      continue;
    }
    --content_left_;
    const Result<std::string> bytes = reader_.ReadBelow(directory, path);
    if (!bytes || !helm::IsGzip(*bytes)) {
      continue;
    }
    const Result<std::vector<helm::PackedFile>> files = helm::Unpack(*bytes, unpack_budget_);
    for (const helm::PackedFile& file : files ? *files : std::vector<helm::PackedFile>()) {
      if (file.name == "Chart.yaml") {
        archives.push_back({FieldOf(*file.bytes, "name") + "-" + FieldOf(*file.bytes, "version"), path});
      }
    }
  }
}

std::string ChartLookup::VersionOf(const std::string& directory) {
  const Result<std::string> text = reader_.ReadBelow(directory, directory + "/Chart.yaml");
  return FieldOf(text ? *text : std::string(), "version");
}

bool IsPackedChart(std::string_view path) {
  return path.ends_with(".tgz") || path.ends_with(".chart");
}

bool ReleaseRoots::Contain(const std::string& path) const {
  const std::string normal = LexicallyNormal(path);
  const auto is_in = [&](const std::string& root) {
    return !root.empty() && IsWithinDirectory(normal, LexicallyNormal(root));
  };
  const bool is_below_here = normal != ".." && !normal.starts_with("../") && !normal.starts_with('/');
  return is_below_here || is_in(repository) || is_in(directory);
}

std::string ChartLookup::FindIn(const std::string& directory, const ChartReference& chart) {
  std::string best, newest;
  for (const PackedChart& packed : ArchivesIn(directory)) {
    if (packed.name.size() <= chart.name.size() + 1 || !packed.name.starts_with(chart.name) ||
        packed.name[chart.name.size()] != '-') {
      continue;
    }
    const std::string version = VersionText(std::string_view(packed.name).substr(chart.name.size() + 1));
    if (helm::ReadVersion(version) && IsWanted(chart.version, version) && IsNewer(version, newest)) {
      best = packed.path;
      newest = version;
    }
  }
  const std::string prefix = directory + "/";
  for (const std::string& name : {chart.name, chart.name + "-" + chart.version + "/" + chart.name}) {
    const std::string path = prefix + name;
    if (best.empty() && IsChartDirectory(path, reader_) && IsWanted(chart.version, VersionOf(path))) {
      best = path;
    }
  }
  return best;
}

ChartPlace ChartLookup::Find(const ChartReference& chart, const ReleaseRoots& roots) {
  if (chart.name.empty()) {
    const bool is_chart = !chart.is_elsewhere && roots.Contain(chart.path) &&
                          (IsChartDirectory(chart.path, reader_) ||
                           (chart.path.ends_with(".tgz") && reader_.KindOf(chart.path) == PathKind::kFile));
    return {is_chart ? chart.path : std::string(), false};
  }
  std::vector<std::string> directories = chart.directories;
  directories.push_back(roots.repository + "charts");
  directories.emplace_back("charts");
  for (const std::string& directory : directories) {
    if (std::string found = FindIn(directory, chart); !found.empty() && roots.Contain(found)) {
      return {std::move(found), true};
    }
  }
  for (const std::string& directory : caches_) {
    if (std::string found = FindIn(directory, chart);
        !found.empty() && IsWithinDirectory(LexicallyNormal(found), LexicallyNormal(directory))) {
      return {std::move(found), true};
    }
  }
  return {};
}

std::string DownloadCommand(const ChartReference& chart) {
  std::string command = "helm pull ";
  if (chart.repository.starts_with("oci://")) {
    command += chart.repository + (chart.repository.ends_with('/') ? "" : "/") + chart.name;
  } else {
    command += chart.name;
    command += chart.repository.empty() ? " --repo URL" : " --repo " + chart.repository;
  }
  command += chart.version.empty() ? "" : " --version '" + chart.version + "'";
  return command + " -d charts";
}

}  // namespace kval::driver
