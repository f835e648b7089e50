#include "src/driver/kubernetes/kustomization_path_check.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "src/kubernetes/kustomization_paths.h"
#include "src/kubernetes/report_at.h"
#include "src/support/edit_distance.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using kubernetes::ExpectedTarget;
using kubernetes::LoadedPath;
using source::PathKind;
using Text = std::string_view;

constexpr diag::Def<Text, Text> kMissing{diag::ResourceRule(7283), "{} `{}` not found"};
constexpr diag::Def<Text> kEmpty{diag::ResourceRule(7284), "the path of a {} is empty"};
constexpr diag::Def<Text> kDirectoryEntry{diag::ResourceRule(7285),
                                          "`{}` is a directory, but a file is required here"};
constexpr diag::Def<Text> kFile{diag::ResourceRule(7286), "`{}` is a file, but a directory is required here"};
constexpr diag::Def<Text> kAbove{diag::ResourceRule(7287),
                                 "a kustomization cannot load `{}`, which contains the kustomization"};
constexpr diag::Def<Text> kRing{diag::ResourceRule(7288), "`{}` loads this kustomization in turn"};
constexpr diag::Def<Text> kOutside{
    diag::ResourceRule(7289),
    "kustomize does not load `{}`, which is outside of the kustomization's directory"};
constexpr diag::Def<Text> kAbsolute{diag::ResourceRule(7290),
                                    "kustomize does not load a directory by an absolute path, such as `{}`"};
constexpr diag::Def<Text> kNoKustomization{diag::ResourceRule(7291),
                                           "the directory `{}` has no kustomization"};

Text WordsFor(ExpectedTarget required) {
  switch (required) {
    case ExpectedTarget::kRoot:
      return "file or directory";
    case ExpectedTarget::kDirectory:
      return "directory";
    case ExpectedTarget::kFile:
    case ExpectedTarget::kData:
      break;
  }
  return "file";
}

class PathChecker {
 public:
  PathChecker(const std::string& directory, const KustomizationGraph& known, source::FileReader& reader,
              diag::Emitter& emit)
      : directory_(directory),
        place_(known.NormalPath(directory)),
        known_(known),
        reader_(reader),
        emit_(emit) {}

  void Check(const check::ValueCursor& at, const LoadedPath& loaded) {
    if (loaded.path.empty()) {
      return ReportAt(at, kEmpty, WordsFor(loaded.expected)).Emit();
    }
    const std::string path =
        loaded.path.starts_with('/') ? std::string(loaded.path) : directory_ + std::string(loaded.path);
    const PathKind kind = reader_.KindOf(path);
    const bool is_directory_expected = loaded.expected == ExpectedTarget::kDirectory;
    const bool takes_directory = is_directory_expected || loaded.expected == ExpectedTarget::kRoot;
    if (kind == PathKind::kMissing) {
      Missing(at, loaded, path);
    } else if (kind == PathKind::kDirectory && !takes_directory) {
      ReportAt(at, kDirectoryEntry, loaded.path).Emit();
    } else if (kind == PathKind::kDirectory && !HasKustomization(path)) {
      ReportAt(at, kNoKustomization, loaded.path)
          .Hint("add a `kustomization.yaml`, or list the files of the directory")
          .Emit();
    } else if (kind == PathKind::kFile && is_directory_expected) {
      ReportAt(at, kFile, loaded.path)
          .Hint("use the directory that contains the `kustomization.yaml`")
          .Emit();
    } else if (kind == PathKind::kDirectory) {
      Directory(at, loaded.path, known_.NormalPath(path));
    } else {
      File(at, loaded.path, known_.NormalPath(path));
    }
  }

 private:
  template <typename... Args>
  diag::DiagnosticBuilder ReportAt(const check::ValueCursor& at, const diag::Def<Args...>& def,
                                   std::type_identity_t<Args>... args) {
    return kubernetes::ReportAt(emit_, at, def, args...);
  }

  void Missing(const check::ValueCursor& at, const LoadedPath& loaded, const std::string& path) {
    diag::DiagnosticBuilder said = ReportAt(at, kMissing, WordsFor(loaded.expected), loaded.path);
    if (const std::string nearest = NearestSibling(path); !nearest.empty()) {
      said.Hint("did you mean `" + std::string(GetDirectoryPrefix(loaded.path)) + nearest + "`?");
    }
    if (loaded.expected == ExpectedTarget::kData) {
      said.As(diag::Severity::kWarning);
    }
    said.Emit();
  }

  void Directory(const check::ValueCursor& at, Text written, const std::string& path) {
    if (written.starts_with('/')) {
      ReportAt(at, kAbsolute, written).Hint("name it relative to the kustomization's directory").Emit();
    } else if (IsWithinDirectory(place_, path)) {
      ReportAt(at, kAbove, written)
          .Hint("kustomize rejects cycles: list the required files of the directory instead")
          .Emit();
    } else if (known_.IsCycle(place_, path)) {
      ReportAt(at, kRing, written)
          .Hint("kustomize rejects cycles: move the shared resources to a third directory")
          .Emit();
    }
  }

  void File(const check::ValueCursor& at, Text written, const std::string& path) {
    const Result<std::string> real = reader_.RealPath(path);
    const Result<std::string> place = reader_.RealPath(place_.empty() ? "." : place_);
    const bool is_inside =
        real && place ? source::IsRealPathBeneath(*real, *place) : IsWithinDirectory(path, place_);
    const bool may_be_outside = !written.starts_with('/') && known_.IsBuiltByFlux(place_);
    if (!is_inside && !may_be_outside) {
      ReportAt(at, kOutside, written)
          .As(diag::Severity::kWarning)
          .Hint(
              "load a directory whose kustomization lists it, or build with `--load-restrictor "
              "LoadRestrictionsNone`")
          .Subject("outside of the kustomization")
          .Emit();
    }
  }

  bool HasKustomization(const std::string& directory) {
    constexpr std::array<Text, 3> kNames = {"kustomization.yaml", "kustomization.yml", "Kustomization"};
    return std::any_of(kNames.begin(), kNames.end(), [&](Text name) {
      return reader_.KindOf(directory + "/" + std::string(name)) == PathKind::kFile;
    });
  }

  // The name in the directory of `path` that is most similar to its last part.
  std::string NearestSibling(const std::string& path) {
    const auto [known, is_new] = names_.try_emplace(std::string(GetDirectory(path)));
    if (is_new) {
      if (Result<std::vector<std::string>> names = reader_.List(known->first)) {
        known->second = *std::move(names);
      }
    }
    const std::vector<Text> names(known->second.begin(), known->second.end());
    return budget_.Take(names.size()) ? std::string(Nearest(GetFileName(path), names)) : std::string();
  }

  const std::string& directory_;
  const std::string place_;  // the same, normal
  const KustomizationGraph& known_;
  source::FileReader& reader_;
  diag::Emitter& emit_;
  std::map<std::string, std::vector<std::string>> names_;  // by directory
  SuggestionBudget budget_;
};

}  // namespace

void CheckKustomizationPaths(const value::Value& kustomization, const std::string& directory,
                             const KustomizationGraph& known, source::FileReader& reader,
                             diag::Emitter& emit) {
  PathChecker paths(directory, known, reader, emit);
  kubernetes::ForEachLoadedPath(
      check::ValueCursor::Document(kustomization),
      [&](const check::ValueCursor& at, const LoadedPath& loaded) { paths.Check(at, loaded); });
}

}  // namespace kval::driver
