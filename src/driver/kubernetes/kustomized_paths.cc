#include "src/driver/kubernetes/kustomized_paths.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "src/kubernetes/kustomization_paths.h"
#include "src/kubernetes/tell.h"
#include "src/support/edit_distance.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using kubernetes::LoadedPath;
using kubernetes::Wanted;
using source::PathKind;
using Text = std::string_view;

constexpr diag::Def<Text, Text> kMissing{diag::Kind::kResource, "{} `{}` not found"};
constexpr diag::Def<Text> kEmpty{diag::Kind::kResource, "the path of a {} is empty"};
constexpr diag::Def<Text> kFolder{diag::Kind::kResource, "`{}` is a directory, but a file is required here"};
constexpr diag::Def<Text> kFile{diag::Kind::kResource, "`{}` is a file, but a directory is required here"};
constexpr diag::Def<Text> kAbove{diag::Kind::kResource,
                                 "a kustomization cannot load `{}`, which contains the kustomization"};
constexpr diag::Def<Text> kRing{diag::Kind::kResource, "`{}` loads this kustomization in turn"};
constexpr diag::Def<Text> kOutside{
    diag::Kind::kResource, "kustomize does not load `{}`, which is outside of the kustomization's directory"};
constexpr diag::Def<Text> kAbsolute{diag::Kind::kResource,
                                    "kustomize does not load a directory by an absolute path, such as `{}`"};
constexpr diag::Def<Text> kNoKustomization{diag::Kind::kResource, "the directory `{}` has no kustomization"};

Text WordsFor(Wanted wanted) {
  switch (wanted) {
    case Wanted::kRoot:
      return "file or directory";
    case Wanted::kFolder:
      return "folder";
    case Wanted::kFile:
    case Wanted::kData:
      break;
  }
  return "file";
}

class Paths {
 public:
  Paths(const std::string& folder, const KustomizedFiles& known, source::FileReader& reader,
        diag::Emitter& emit)
      : folder_(folder), place_(LexicallyNormal(folder)), known_(known), reader_(reader), emit_(emit) {}

  void Check(const check::Trail& at, const LoadedPath& loaded) {
    if (loaded.path.empty()) {
      return Tell(at, kEmpty, WordsFor(loaded.wanted)).Emit();
    }
    const std::string path =
        loaded.path.starts_with('/') ? std::string(loaded.path) : folder_ + std::string(loaded.path);
    const PathKind kind = reader_.KindOf(path);
    const bool is_folder_wanted = loaded.wanted == Wanted::kFolder;
    const bool takes_folder = is_folder_wanted || loaded.wanted == Wanted::kRoot;
    if (kind == PathKind::kMissing) {
      Missing(at, loaded, path);
    } else if (kind == PathKind::kDirectory && !takes_folder) {
      Tell(at, kFolder, loaded.path).Emit();
    } else if (kind == PathKind::kDirectory && !HasKustomization(path)) {
      Tell(at, kNoKustomization, loaded.path)
          .Hint("add a `kustomization.yaml`, or list the files of the directory")
          .Emit();
    } else if (kind == PathKind::kFile && is_folder_wanted) {
      Tell(at, kFile, loaded.path).Hint("use the directory that contains the `kustomization.yaml`").Emit();
    } else if (kind == PathKind::kDirectory) {
      Folder(at, loaded.path, LexicallyNormal(path));
    } else {
      File(at, loaded.path, LexicallyNormal(path));
    }
  }

 private:
  template <typename... Args>
  diag::Builder Tell(const check::Trail& at, const diag::Def<Args...>& def,
                     std::type_identity_t<Args>... args) {
    return kubernetes::Tell(emit_, at, def, args...);
  }

  void Missing(const check::Trail& at, const LoadedPath& loaded, const std::string& path) {
    diag::Builder said = Tell(at, kMissing, WordsFor(loaded.wanted), loaded.path);
    if (const std::string nearest = NearestBeside(path); !nearest.empty()) {
      said.Hint("did you mean `" + std::string(FolderPrefixOf(loaded.path)) + nearest + "`?");
    }
    if (loaded.wanted == Wanted::kData) {
      said.As(diag::Severity::kWarning);
    }
    said.Emit();
  }

  void Folder(const check::Trail& at, Text written, const std::string& path) {
    if (written.starts_with('/')) {
      Tell(at, kAbsolute, written).Hint("name it relative to the kustomization's directory").Emit();
    } else if (IsInOrBelow(place_, path)) {
      Tell(at, kAbove, written)
          .Hint("kustomize rejects cycles: list the required files of the directory instead")
          .Emit();
    } else if (known_.IsRing(place_, path)) {
      Tell(at, kRing, written)
          .Hint("kustomize rejects cycles: move the shared resources to a third directory")
          .Emit();
    }
  }

  void File(const check::Trail& at, Text written, const std::string& path) {
    const Result<std::string> real = reader_.RealPath(path);
    const Result<std::string> place = reader_.RealPath(place_.empty() ? "." : place_);
    const bool is_inside = real && place ? source::IsRealPathBelow(*real, *place) : IsInOrBelow(path, place_);
    if (!is_inside) {
      Tell(at, kOutside, written)
          .As(diag::Severity::kWarning)
          .Hint(
              "load a directory whose kustomization lists it, or build with `--load-restrictor "
              "LoadRestrictionsNone`")
          .Emit();
    }
  }

  bool HasKustomization(const std::string& folder) {
    constexpr std::array<Text, 3> kNames = {"kustomization.yaml", "kustomization.yml", "Kustomization"};
    return std::any_of(kNames.begin(), kNames.end(), [&](Text name) {
      return reader_.KindOf(folder + "/" + std::string(name)) == PathKind::kFile;
    });
  }

  // The name in the directory of `path` that is most similar to its last part.
  std::string NearestBeside(const std::string& path) {
    const auto [known, is_new] = names_.try_emplace(std::string(FolderOf(path)));
    if (is_new) {
      if (Result<std::vector<std::string>> names = reader_.List(known->first)) {
        known->second = *std::move(names);
      }
    }
    const std::vector<Text> names(known->second.begin(), known->second.end());
    return budget_.Take(names.size()) ? std::string(Nearest(FileNameOf(path), names)) : std::string();
  }

  const std::string& folder_;
  const std::string place_;  // the same, normal
  const KustomizedFiles& known_;
  source::FileReader& reader_;
  diag::Emitter& emit_;
  std::map<std::string, std::vector<std::string>> names_;  // by directory
  SuggestionBudget budget_;
};

}  // namespace

void CheckKustomizedPaths(const value::Value& kustomization, const std::string& folder,
                          const KustomizedFiles& known, source::FileReader& reader, diag::Emitter& emit) {
  Paths paths(folder, known, reader, emit);
  kubernetes::ForEachLoadedPath(
      check::Trail::Document(kustomization),
      [&](const check::Trail& at, const LoadedPath& loaded) { paths.Check(at, loaded); });
}

}  // namespace kval::driver
