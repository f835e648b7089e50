#include "src/project/detect_manifests.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "src/driver/inputs/tool_files.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/kubernetes/kustomization.h"
#include "src/support/path_text.h"

namespace kval::project {
namespace {

struct Count {
  size_t manifests = 0;
  size_t others = 0;
  bool has_foreign = false;  // files that belong to charts, sets, template engines

  bool may_be_named_whole() const { return !has_foreign && others == 0; }
};

enum class FileKind { kManifest, kNamed, kOther, kForeign };

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
        if (IsHelmTemplate(begin)) {
          templates_.emplace(GetDirectoryPrefix(file));
        }
      }
    }
    for (const DetectedSet& set : sets) {
      for (const std::vector<std::string>* used : {&set.schema, &set.values, &set.environments}) {
        used_.insert(used->begin(), used->end());
      }
    }
  }

  DetectedManifests Run() {
    DetectedManifests found;
    for (const std::string& file : files_) {
      const bool is_helmfile = driver::IsHelmfileName(file) && !IsOfChart(file);
      const FileKind kind = is_helmfile    ? FileKind::kManifest
                            : IsYaml(file) ? KindOf(file)
                                           : FileKind::kOther;
      if (IsYaml(file)) {
        CountIn(own_[std::string(GetDirectoryPrefix(file))], kind);
        for (const std::string& directory : DirectoriesOf(file)) {
          CountIn(whole_[directory], kind);
        }
      }
      if (kind == FileKind::kManifest) {
        found.files.push_back(file);
      }
    }
    std::set<std::string> patterns;
    for (const std::string& file : found.files) {
      patterns.insert(PatternFor(file));
    }
    found.patterns.assign(patterns.begin(), patterns.end());
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

  static void CountIn(Count& count, FileKind kind) {
    count.manifests += kind == FileKind::kManifest ? 1 : 0;
    count.others += kind == FileKind::kOther ? 1 : 0;
    count.has_foreign = count.has_foreign || kind == FileKind::kForeign;
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
    if (used_.contains(file) || IsOfChart(file) ||
        templates_.contains(std::string(GetDirectoryPrefix(file)))) {
      return FileKind::kForeign;
    }
    // Not to be validated, but it names the files with parts of resources.
    if (GetFileName(file).starts_with("chainsaw-test.")) {
      return FileKind::kNamed;
    }
    const std::string begin = "\n" + begin_of_(file);
    if (begin.find("#@") != std::string::npos || IsHelmTemplate(begin)) {
      return FileKind::kForeign;
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

  // Braces alone say little: Argo's workflows and alerts have them as well.
  static bool IsHelmTemplate(const std::string& begin) {
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

  std::string PatternFor(const std::string& file) const {
    const std::string ending = file.substr(file.rfind('.'));
    if (ending == ".gotmpl") {
      return file;
    }
    for (const std::string& directory : DirectoriesOf(file)) {
      if (whole_.at(directory).may_be_named_whole()) {
        return std::string(directory).append("/**/*").append(ending);
      }
    }
    const std::string directory(GetDirectoryPrefix(file));
    return own_.at(directory).may_be_named_whole() ? directory + "*" + ending : file;
  }

  const std::vector<std::string>& files_;
  const std::function<std::string(const std::string& path)>& begin_of_;
  std::set<std::string> charts_;        // their directories, with a slash
  std::set<std::string> templates_;     // directories of kustomizations that are templates
  std::set<std::string> used_;          // files of the sets
  std::set<std::string> named_;         // the names of files that kustomizations name
  std::map<std::string, Count> own_;    // by directory, with its slash
  std::map<std::string, Count> whole_;  // by directory, recursively
};

}  // namespace

DetectedManifests DetectManifests(const std::vector<std::string>& files,
                                  const std::function<std::string(const std::string& path)>& begin_of,
                                  const std::vector<DetectedSet>& sets) {
  return Finder(files, begin_of, sets).Run();
}

}  // namespace kval::project
