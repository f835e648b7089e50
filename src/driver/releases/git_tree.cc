#include "src/driver/releases/git_tree.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "src/driver/releases/application_parameters.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/git_pathspec.h"
#include "src/driver/releases/repository.h"
#include "src/helm/filepath_match.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using value::Value;
using Match = bool (*)(std::string_view pattern, std::string_view path);

bool MatchDirectory(std::string_view pattern, std::string_view path) {
  return helm::IsValidPattern(pattern) && helm::MatchFilePath(pattern, path);
}

bool IsSelectedBy(std::span<const Value* const> items, const std::string& path, Match match) {
  bool is_selected = false;
  for (const Value* item : items) {
    if (match(TextAt(item, {"path"}), path)) {
      if (IsTrueAt(item, {"exclude"})) {
        return false;
      }
      is_selected = true;
    }
  }
  return is_selected;
}

std::vector<std::string> SplitPath(const std::string& path) {
  std::vector<std::string> segments;
  for (size_t at = 0; at <= path.size();) {
    const size_t slash = std::min(path.find('/', at), path.size());
    segments.push_back(path.substr(at, slash - at));
    at = slash + 1;
  }
  return segments;
}

}  // namespace

bool GitTree::IsRepositoryOf(const Value& generator) const {
  return MayBeUrlOf(context_.repository, TextAt(&generator, {"repoURL"}), context_.helm.reader);
}

const std::vector<std::string>& GitTree::AllFiles() {
  if (!files_) {
    files_ = context_.helm.reader.Walk(context_.repository.empty() ? "." : context_.repository).files;
    std::sort(files_->begin(), files_->end());
  }
  return *files_;
}

std::vector<std::string> GitTree::Directories(const Value& generator) {
  std::set<std::string> directories;
  for (const std::string& file : AllFiles()) {
    size_t begin = 0;
    for (size_t slash = file.find('/'); slash != std::string::npos && file[begin] != '.';
         slash = file.find('/', begin)) {
      directories.insert(file.substr(0, slash));
      begin = slash + 1;
    }
  }
  const auto items = ItemsAt(&generator, {"directories"});
  std::erase_if(directories,
                [&](const std::string& one) { return !IsSelectedBy(items, one, MatchDirectory); });
  return {directories.begin(), directories.end()};
}

std::vector<std::string> GitTree::Files(const Value& generator) {
  const auto items = ItemsAt(&generator, {"files"});
  std::vector<std::string> files;
  for (const std::string& file : AllFiles()) {
    if (!file.starts_with(".git/") && IsSelectedBy(items, file, MatchPathspec)) {
      files.push_back(file);
    }
  }
  return files;
}

const source::SourceFile* GitTree::Load(const std::string& file) const {
  return context_.Load(context_.repository + file);
}

const Value* WithPath(const Value& map, const std::string& directory, const std::string& file,
                      const std::string& prefix, bool is_go, value::Builder& build) {
  const std::string base(GetFileName(directory));
  std::vector<std::pair<std::string, std::string>> texts = {{"basename", base},
                                                            {"basenameNormalized", NormalizedName(base)}};
  if (!file.empty()) {
    const std::string name(GetFileName(file));
    texts.emplace_back("filename", name);
    texts.emplace_back("filenameNormalized", NormalizedName(name));
  }
  const std::vector<std::string> segments = SplitPath(directory);
  if (is_go) {
    std::vector<value::Entry> fields = {{build.String("path"), build.String(directory)}};
    for (const auto& [name, text] : texts) {
      fields.push_back({build.String(name), build.String(text)});
    }
    std::vector<const Value*> items;
    items.reserve(segments.size());
    for (const std::string& segment : segments) {
      items.push_back(build.String(segment));
    }
    fields.push_back({build.String("segments"), build.Sequence(items)});
    const Value* path = build.Mapping(fields);
    const value::Entry inner[] = {{build.String("path"), path}};
    return prefix.empty() ? WithField(map, "path", path, build)
                          : WithField(map, prefix, build.Mapping(inner), build);
  }
  const std::string name = (prefix.empty() ? prefix : prefix + ".") + "path";
  const Value* result = WithField(map, name, build.String(directory), build);
  const std::string below = name + ".";
  for (const auto& [field, text] : texts) {
    result = WithField(*result, below + field, build.String(text), build);
  }
  for (size_t i = 0; i < segments.size(); ++i) {
    if (!segments[i].empty()) {
      result = WithField(*result, name + "[" + std::to_string(i) + "]", build.String(segments[i]), build);
    }
  }
  return result;
}

}  // namespace kval::driver
