#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/driver/kubernetes/kustomization_cycles.h"
#include "src/driver/kubernetes/patched_fields.h"
#include "src/kubernetes/kustomization.h"
#include "src/support/lexical_path.h"
#include "src/yaml/document.h"

namespace kval::driver {

// What kustomizations add to the resources of a file.
struct KustomizedFields {
  kubernetes::AddedFields added;
  PatchedFields patched;
  std::string namespace_name = {};  // that they set; empty: none, or different ones

  void Add(const KustomizedFields& more);           // by either; the namespace of `more` replaces the other
  void KeepCommon(const KustomizedFields& others);  // by both
  void AddAlternative(const KustomizedFields& other);  // by either; no namespace if the two differ
};

// The effect of kustomizations, also of Flux, on the files of a run. Only those among these files are known.
//
// Call Take for each file, then Finish once. Threads: afterwards any number of threads may query.
class KustomizationGraph {
 public:
  // `directory`: the working directory, absolute; may be empty.
  KustomizationGraph(const Limits& limits, std::string_view directory)
      : limits_(limits), directory_(directory) {}

  // Returns a path relative to the working directory in the form of the names of files.
  std::string NormalPath(std::string_view path) const { return NormalPathFrom(directory_, path); }

  // What the target of a patch states of the kind that it selects.
  struct PatchTarget {
    std::optional<std::string> group;
    std::string version, kind;

    friend bool operator<(const PatchTarget& a, const PatchTarget& b) {
      return std::tie(a.group, a.version, a.kind) < std::tie(b.group, b.version, b.kind);
    }
  };

  // A file that is used otherwise than as resources: a patch, a configuration, data.
  struct FileUse {
    std::string what;  // "a patch of base/kustomization.yaml"
    bool is_patch = false;
    std::string role = {};  // "a patch"; may be empty
    std::set<PatchTarget> targets = {};
  };

  // Returns the text of a file of the run by its normalized path; empty for others.
  using FileText = std::function<std::string_view(const std::string& path)>;
  // Reads a file if it is a kustomization, or has Kustomizations of Flux. `text_of`: for files with patches.
  void Take(const std::string& name, const yaml::File& file, const FileText& text_of);
  // `names`: all files of the run.
  void Finish(const std::vector<std::string>& names);

  // Records the use of a file that no kustomization names. Call before Finish.
  void AddUse(const std::string& name, FileUse use);
  // Whether the directory of a file or one above it has a kustomization.
  bool IsBelowKustomization(const std::string& name) const;

  // Whether a kustomization names a file as a resource.
  bool IsResource(const std::string& name) const;
  // Null for a file that none uses so, or that one has for a resource as well.
  const FileUse* Find(const std::string& name) const;
  // Returns the fields that every kustomization leading to a file adds. For a file that none includes: what
  // the nearest kustomization above it and patches of Flux would set if they applied the file. Valid while
  // this object is.
  const KustomizedFields& FieldsOf(const std::string& name) const;
  // Returns whether loading `path` from a kustomization in the directory `directory` is a cycle
  // (FindCycleEdges). Both paths are normalized.
  bool IsCycle(const std::string& directory, const std::string& path) const;
  // Whether Flux builds a kustomization, which loads files from the whole source. `directory`: normalized.
  bool IsBuiltByFlux(const std::string& directory) const { return built_by_flux_.contains(directory); }

 private:
  struct KustomizationNode {
    KustomizedFields own;
    std::vector<std::string> components;
  };
  // A Kustomization of Flux builds a directory.
  struct FluxBuild {
    std::string file;                      // with the Kustomization
    std::string path;                      // as it is written
    std::string source_kind, source_name;  // empty if not stated
    KustomizedFields own;
  };
  // The Kustomizations that build one directory.
  struct FluxDirectory {
    std::vector<const FluxBuild*> builds;
    std::optional<KustomizedFields> common = {};  // that all of them add, once known
  };

  void Add(const value::Value& kustomization, const std::string& name, const FileText& text_of);
  void AddTargets(const value::Value& kustomization, const std::string& directory);
  void AddFlux(const value::Value& kustomization, const std::string& name);
  void FindFluxDirectories(std::vector<std::string> names);
  void AddUnlisted(const std::string& path);
  std::vector<FluxDirectory*> FluxDirectoriesOf(const std::string& path);
  bool HasKustomization(const std::string& directory) const;
  void MarkBuiltByFlux(std::vector<std::string> open);
  KustomizedFields OwnOf(const std::string& directory, int depth);
  std::optional<KustomizedFields> FieldsOfFlux(FluxDirectory& directory, const std::string& path, int depth);
  KustomizedFields FromAbove(const std::string& path, int depth);

  const Limits& limits_;
  std::string directory_;
  // All by normal paths.
  std::map<std::string, FileUse> uses_;
  std::set<std::string> resources_;
  std::map<std::string, KustomizationNode> nodes_;  // by kustomization directory
  std::deque<FluxBuild> flux_builds_;
  std::map<std::string, FluxDirectory> flux_directories_;
  std::map<std::string, std::vector<std::string>> included_by_;  // files and directories by such directories
  LoadedDirectories loaded_;
  // Computed by Finish.
  std::map<std::string, KustomizedFields> fields_;  // of what is included
  KustomizedFields of_others_;                      // of what is not
  std::set<std::string> built_by_flux_;             // directories
  std::set<std::pair<std::string, std::string>> cycle_edges_;
};

}  // namespace kval::driver
