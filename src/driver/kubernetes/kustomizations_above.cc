#include "src/driver/kubernetes/kustomizations_above.h"

#include <map>
#include <set>
#include <string_view>

#include "src/diag/collector.h"
#include "src/kubernetes/kustomization_paths.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

class Search {
 public:
  Search(const std::vector<InputFile>& files, const std::string& directory, source::FileReader& reader)
      : directory_(directory), reader_(reader) {
    for (const InputFile& file : files) {
      given_.insert(LexicallyNormal(file.path));
    }
  }

  void Add(const std::string& path) {
    std::string prefix(GetDirectoryPrefix(path));
    Take(In(prefix));
    AddTestIn(prefix);
    while (IsBelowBound(prefix)) {
      prefix.pop_back();
      prefix = GetDirectoryPrefix(prefix);
      Kustomization& above = In(prefix);
      if (!above.path.empty() && LoadedBy(above).count(path) != 0) {
        Take(above);
      }
    }
  }

  std::vector<std::string> Found() && { return std::move(found_); }

 private:
  struct Kustomization {
    std::string path;  // empty: the directory has none
    bool is_taken = false;
    bool is_read = false;
    std::set<std::string> loaded;
  };

  bool IsBelowBound(const std::string& prefix) const {
    if (prefix.starts_with('/')) {
      return !directory_.empty() && prefix.size() > directory_.size() + 1 &&
             prefix.starts_with(directory_ + "/");
    }
    return !prefix.empty() && !prefix.ends_with("../");
  }

  Kustomization& In(const std::string& prefix) {
    const auto [known, is_new] = by_directory_.try_emplace(prefix);
    Kustomization& kustomization = known->second;
    constexpr std::string_view kNames[] = {"kustomization.yaml", "kustomization.yml", "Kustomization"};
    for (size_t i = 0; is_new && kustomization.path.empty() && i < std::size(kNames); ++i) {
      const std::string path = prefix + std::string(kNames[i]);
      if (given_.count(path) != 0) {
        break;
      }
      if (reader_.KindOf(path) == source::PathKind::kFile) {
        kustomization.path = path;
      }
    }
    return kustomization;
  }

  // Adds the test of Chainsaw in a directory, which names parts of resources.
  void AddTestIn(const std::string& prefix) {
    if (!searched_for_tests_.insert(prefix).second) {
      return;
    }
    for (const std::string_view name : {"chainsaw-test.yaml", "chainsaw-test.yml"}) {
      const std::string path = prefix + std::string(name);
      if (given_.count(path) == 0 && reader_.KindOf(path) == source::PathKind::kFile) {
        found_.push_back(path);
      }
    }
  }

  void Take(Kustomization& kustomization) {
    if (!kustomization.path.empty() && !kustomization.is_taken) {
      kustomization.is_taken = true;
      found_.push_back(kustomization.path);
    }
  }

  const std::set<std::string>& LoadedBy(Kustomization& kustomization) {
    if (kustomization.is_read) {
      return kustomization.loaded;
    }
    kustomization.is_read = true;
    Result<std::string> text = reader_.Read(kustomization.path);
    source::SourceMap sources;
    diag::Collector unused;
    diag::Emitter silence(&unused);
    Arena arena;
    const yaml::File file =
        yaml::ReadFile(sources.AddText("", text ? *std::move(text) : std::string()), {}, arena, silence);
    const std::string prefix(GetDirectoryPrefix(kustomization.path));
    for (const yaml::Document& document : file.documents) {
      kubernetes::ForEachLoadedPath(
          check::ValueCursor::Document(*document.root),
          [&](const check::ValueCursor&, const kubernetes::LoadedPath& loaded) {
            kustomization.loaded.insert(LexicallyNormal(prefix + std::string(loaded.path)));
          });
    }
    return kustomization.loaded;
  }

  const std::string& directory_;
  source::FileReader& reader_;
  std::set<std::string> given_;
  std::map<std::string, Kustomization> by_directory_;
  std::set<std::string> searched_for_tests_;  // directories
  std::vector<std::string> found_;
};

}  // namespace

void AddKustomizationsAbove(const std::string& directory, source::FileReader& reader,
                            std::vector<InputFile>& files) {
  Search search(files, directory, reader);
  for (const InputFile& file : files) {
    if (file.path != "-") {
      search.Add(LexicallyNormal(file.path));
    }
  }
  for (std::string& path : std::move(search).Found()) {
    files.push_back({std::move(path), {}});
  }
}

}  // namespace kval::driver
