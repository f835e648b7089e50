#include "src/project/detect_manifests.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "src/driver/inputs/tool_files.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/template_detection.h"
#include "src/support/path_text.h"

namespace kval::project {
namespace {

enum class FileKind {
  kManifest,
  kNamed,  // by a kustomization, or it names such files itself: `kval k8s` knows what these are
  kOther
};

bool IsYaml(std::string_view path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

// Returns the directories of a file: `a` and `a/b` for `a/b/c.yaml`, outermost first.
std::vector<std::string> DirectoriesOf(const std::string& path) {
  std::vector<std::string> directories;
  for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    directories.push_back(path.substr(0, slash));
  }
  return directories;
}

class Finder {
 public:
  Finder(const std::vector<std::string>& files,
         const std::function<std::string(const std::string& path)>& begin_of,
         const std::vector<DetectedSet>& sets)
      : files_(files), begin_of_(begin_of) {
    for (const std::string& file : files) {
      if (GetFileName(file) == "Chart.yaml") {
        charts_.insert(std::string(GetDirectoryPrefix(file)));
      } else if (kubernetes::IsKustomizationName(GetFileName(file))) {
        const std::string begin = "\n" + begin_of(file);
        AddNamed(begin);
        if (IsTemplateOfKustomization(begin)) {
          templates_.emplace(GetDirectoryPrefix(file));
        }
      }
    }
    for (const DetectedSet& set : sets) {
      for (const std::vector<std::string>* used : {&set.schema, &set.values, &set.environments}) {
        used_.insert(used->begin(), used->end());
      }
      if (!set.inferred.empty()) {
        written_.insert(set.inferred);
      }
    }
  }

  DetectedManifests Run() {
    std::vector<ClassifiedFile> classified;
    std::vector<std::string> templates;  // of helmfile
    for (const std::string& file : files_) {
      const bool is_helmfile = driver::IsHelmfileName(file) && !IsOfChart(file);
      if (is_helmfile && !IsYaml(file)) {
        templates.push_back(file);
      } else if (const FileKind kind = is_helmfile ? FileKind::kManifest : KindOf(file);
                 kind != FileKind::kNamed) {
        classified.push_back({file, kind == FileKind::kManifest});
      }
    }
    for (const std::string& file : written_) {
      classified.push_back({file, false});
    }
    DetectedManifests found;
    const bool must_exclude_hidden = LeaveOutHidden(classified, found);
    for (const ClassifiedFile& file : classified) {
      if (file.is_manifest) {
        found.files.push_back(file.path);
      }
    }
    found.patterns = ChoosePatterns(classified);
    if (must_exclude_hidden) {
      found.patterns.exclude.insert(found.patterns.exclude.begin(), "**/.*");
    }
    for (std::vector<std::string>* files : {&found.files, &found.patterns.files}) {
      files->insert(files->end(), templates.begin(), templates.end());
      std::sort(files->begin(), files->end());
    }
    return found;
  }

 private:
  // The names of files that a kustomization names: `kval k8s` knows what these are.
  void AddNamed(std::string_view text) {
    constexpr std::string_view kBetween = " \t\r\n\"'[],{}/=";
    for (size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
      const size_t end = std::min(text.find_first_of(kBetween, at), text.size());
      if (IsYaml(text.substr(at, end - at))) {
        named_.emplace(text.substr(at, end - at));
      }
      at = text.find_first_not_of(kBetween, end);
    }
  }

  // Hidden manifests are those of tests and tools, or archived, unless there are no others. Returns whether a
  // pattern for a directory might find hidden files.
  static bool LeaveOutHidden(std::vector<ClassifiedFile>& files, DetectedManifests& found) {
    const bool has_visible = std::any_of(files.begin(), files.end(), [](const ClassifiedFile& file) {
      return file.is_manifest && !IsHidden(file.path);
    });
    if (!has_visible) {
      return false;
    }
    std::set<std::string> directories;
    bool is_below = false;
    std::erase_if(files, [&](const ClassifiedFile& file) {
      if (file.is_manifest && IsHidden(file.path)) {
        const size_t begin = file.path.starts_with('.') ? 0 : file.path.find("/.") + 1;
        directories.insert(file.path.substr(0, file.path.find('/', begin)));
      }
      is_below = is_below || file.path.find("/.") != std::string::npos ||
                 (file.path.starts_with('.') && file.path.find('/') == std::string::npos);
      return IsHidden(file.path);
    });
    found.hidden.assign(directories.begin(), directories.end());
    return is_below;
  }

  static bool IsHidden(std::string_view path) {
    return path.starts_with('.') || path.find("/.") != std::string_view::npos;
  }

  // A chart in the project's root has only the files of a chart.
  bool IsOfChart(const std::string& file) const {
    if (charts_.contains("") && (file.find('/') == std::string::npos || file.starts_with("templates/") ||
                                 file.starts_with("charts/") || file.starts_with("crds/"))) {
      return true;
    }
    const std::vector<std::string> directories = DirectoriesOf(file);
    return std::any_of(directories.begin(), directories.end(),
                       [&](const std::string& directory) { return charts_.contains(directory + "/"); });
  }

  FileKind KindOf(const std::string& file) const {
    if (!IsYaml(file)) {
      return FileKind::kNamed;
    }
    if (used_.contains(file) || IsOfChart(file) ||
        templates_.contains(std::string(GetDirectoryPrefix(file)))) {
      return FileKind::kOther;
    }
    // Not to be validated, but it names the files with parts of resources.
    if (GetFileName(file).starts_with("chainsaw-test.")) {
      return FileKind::kNamed;
    }
    const std::string begin = "\n" + begin_of_(file);
    if (begin.find("#@") != std::string::npos || kubernetes::IsTemplate(begin)) {
      return FileKind::kOther;
    }
    // A patch that no kustomization names is no resource.
    if (driver::IsPatchName(GetFileName(file)) && named_.count(std::string(GetFileName(file))) == 0) {
      return FileKind::kOther;
    }
    const bool is_manifest = begin.find("\nkind:") != std::string::npos && HasVersionOfManifest(begin);
    if (is_manifest || kubernetes::IsKustomizationName(GetFileName(file))) {
      return FileKind::kManifest;
    }
    return named_.count(std::string(GetFileName(file))) != 0 ? FileKind::kNamed : FileKind::kOther;
  }

  // Also in block scalars, where other resources have strings for programs.
  static bool IsTemplateOfKustomization(const std::string& begin) {
    constexpr std::string_view kSigns[] = {"\n{{",       "{{-",       "{{ template ", "{{ include ",
                                           "{{ .Values", "{{.Values", "{{ .Release",  "{{.Release"};
    return std::any_of(std::begin(kSigns), std::end(kSigns),
                       [&](std::string_view sign) { return begin.find(sign) != std::string::npos; });
  }

  // Excludes configurations of tools, which no API server receives.
  static bool HasVersionOfManifest(std::string_view begin) {
    constexpr std::string_view kKey = "\napiVersion:";
    const size_t at = begin.find(kKey);
    if (at == std::string_view::npos) {
      return false;
    }
    std::string_view version = begin.substr(at + kKey.size());
    version.remove_prefix(std::min(version.find_first_not_of(" \"'"), version.size()));
    version = version.substr(0, version.find_first_of(" \"'\r\n"));
    return driver::IsApiVersion(version) && driver::DescribeToolConfiguration(version).empty();
  }

  const std::vector<std::string>& files_;
  const std::function<std::string(const std::string& path)>& begin_of_;
  std::set<std::string> charts_;     // their directories, with a slash
  std::set<std::string> templates_;  // directories of kustomizations that are templates
  std::set<std::string> used_;       // files of the sets
  std::set<std::string> written_;    // schemas that sets will have
  std::set<std::string> named_;      // the names of files that kustomizations name
};

}  // namespace

DetectedManifests DetectManifests(const std::vector<std::string>& files,
                                  const std::function<std::string(const std::string& path)>& begin_of,
                                  const std::vector<DetectedSet>& sets) {
  return Finder(files, begin_of, sets).Run();
}

}  // namespace kval::project
