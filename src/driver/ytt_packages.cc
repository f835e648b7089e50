#include "src/driver/ytt_packages.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "src/support/path_text.h"

namespace kval::driver {
namespace {

constexpr std::string_view kLibraries = "_ytt_lib/";

// What the code of a directory and of those below it is.
struct Code {
  bool has_schema = false;  // other than overlays over one
  bool has_values = false;
  bool has_templates = false;

  bool is_package() const { return has_schema || (has_values && has_templates); }
};

// The longest directory, with its slash, that all files below `directory` are in.
std::string_view CommonPrefix(const std::vector<InputFile>& files, std::string_view directory) {
  std::string_view common;
  for (const InputFile& file : files) {
    if (!file.path.starts_with(directory)) {
      continue;
    }
    common = common.empty() ? GetDirectoryPrefix(file.path) : common;
    while (!file.path.starts_with(common)) {
      common = GetDirectoryPrefix(common.substr(0, common.size() - 1));
    }
  }
  return common;
}

// The part of a file's path that is the directory in which it was found.
std::string_view GivenPrefix(const InputFile& file) {
  const std::string_view path = file.path;
  const bool has_prefix =
      path.starts_with(file.directory) && path.substr(file.directory.size()).starts_with('/');
  return has_prefix ? path.substr(0, file.directory.size() + 1) : std::string_view();
}

bool IsOverlay(const KnownFile& file) {
  return file.source->text().find("#@overlay/") != std::string_view::npos;
}

void AddTo(Code& code, const KnownFile& file) {
  code.has_schema = code.has_schema || (file.is.has_schema && !IsOverlay(file));
  code.has_values = code.has_values || file.is.has_values;
  code.has_templates = code.has_templates || file.is.role == FileRole::kTemplate;
}

// Returns the directories directly below `common` that code is in, or none if some is in `common` itself.
std::map<std::string_view, Code> DirectoriesBelow(std::string_view common, const InputSummary& summary) {
  std::map<std::string_view, Code> directories;
  for (const InputFile& file : summary.code) {
    const std::string_view path = file.path;
    if (!path.starts_with(common)) {
      continue;
    }
    const size_t end = path.find('/', common.size());
    if (end == std::string_view::npos || path.substr(common.size()).starts_with(kLibraries)) {
      return {};
    }
    Code& code = directories[path.substr(0, end)];
    const auto known = summary.known.find(file.path);
    if (known != summary.known.end() && path.find(kLibraries) == std::string_view::npos) {
      AddTo(code, known->second);
    }
  }
  return directories;
}

// Whether code below `directory` loads a file that lies elsewhere, by its path from `root`.
bool LoadsFromOutside(const std::string& directory, std::string_view root, const InputSummary& summary) {
  return std::any_of(summary.absolute_loads.begin(), summary.absolute_loads.end(),
                     [&](const AbsoluteLoad& load) {
                       const std::string path = std::string(root) + load.path;
                       return load.loaded_by.starts_with(directory) && !path.starts_with(directory) &&
                              summary.files.count(path) != 0;
                     });
}

// Returns the uppermost directory, from `root` down to that of the code, in which the loaded file exists;
// empty if there is none.
std::string_view RootOf(const AbsoluteLoad& load, std::string_view root, const InputSummary& summary) {
  const std::string_view by = load.loaded_by;
  const std::string_view deepest = GetDirectoryPrefix(by);
  for (size_t end = root.size(); end <= deepest.size(); end = by.find('/', end) + 1) {
    if (summary.files.count(std::string(by.substr(0, end)) + load.path) != 0) {
      return by.substr(0, end);
    }
    if (end == deepest.size()) {
      break;
    }
  }
  return {};
}

// Returns the directories below `root` whose code finds only from there what it loads by absolute paths.
std::vector<std::string> RootsOfLoads(std::string_view root, const InputSummary& summary) {
  std::set<std::string_view> roots;
  for (const AbsoluteLoad& load : summary.absolute_loads) {
    const std::string_view directory = RootOf(load, root, summary);
    if (directory.size() > root.size()) {
      roots.insert(directory);
    } else if (summary.files.count(std::string(root) + load.path) != 0) {
      return {};
    }
  }
  std::vector<std::string> separate;  // sorted, so that a directory precedes those below it
  for (const std::string_view directory : roots) {
    if (separate.empty() || !directory.starts_with(separate.back())) {
      separate.emplace_back(directory);
    }
  }
  return separate;
}

// Returns the packages in the uppermost directory that contains several.
std::vector<std::string> SeveralPackages(const InputSummary& summary) {
  std::vector<std::string> packages(1);
  while (packages.size() == 1) {
    const std::string_view common = CommonPrefix(summary.code, packages.front());
    packages.clear();
    for (const auto& [directory, code] : DirectoriesBelow(common, summary)) {
      if (code.is_package()) {
        packages.push_back(std::string(directory) + "/");
      }
    }
  }
  return packages;
}

}  // namespace

std::vector<std::string> FindYttPackages(const InputSummary& summary) {
  const auto is_named = [](const InputFile& file) { return file.directory.empty(); };
  const bool is_other =
      std::any_of(summary.schemas.begin(), summary.schemas.end(),
                  [](const FoundSchema& schema) { return schema.language != SchemaLanguage::kAnnotated; });
  if (summary.code.empty() || is_other ||
      std::any_of(summary.values.begin(), summary.values.end(), is_named) ||
      std::any_of(summary.code.begin(), summary.code.end(), is_named)) {
    return {};
  }
  const size_t given = GivenPrefix(summary.code.front()).size();
  const std::string_view root = std::string_view(summary.code.front().path).substr(0, given);
  std::vector<std::string> packages = SeveralPackages(summary);
  const bool shares_code = std::any_of(packages.begin(), packages.end(), [&](const std::string& directory) {
    return LoadsFromOutside(directory, root, summary);
  });
  if (!packages.empty() && !shares_code) {
    return packages;
  }
  return RootsOfLoads(root, summary);
}

}  // namespace kval::driver
