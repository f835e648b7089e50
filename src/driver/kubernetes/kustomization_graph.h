#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/driver/kubernetes/kustomization_cycles.h"
#include "src/kubernetes/kustomization.h"
#include "src/yaml/document.h"

namespace kval::driver {

// The effect of kustomizations on the files of a run. Only kustomizations among these files are known.
//
// Call Take for each file, then Finish once. Threads: afterwards any number of threads may query.
class KustomizationGraph {
 public:
  // A file that is used otherwise than as resources: a patch, a configuration, data.
  struct FileUse {
    std::string what;  // "a patch of base/kustomization.yaml"
    bool is_patch = false;
  };

  // Reads a file if it is a kustomization.
  void Take(const std::string& name, const yaml::File& file);
  void Finish();

  // Records the use of a file that no kustomization names. Call before Finish.
  void AddUse(const std::string& name, FileUse use);
  // Whether the directory of a file or one above it has a kustomization.
  bool IsBelowKustomization(const std::string& name) const;

  // Whether a kustomization names a file as a resource.
  bool IsResource(const std::string& name) const;
  // Null for a file that none uses so, or that one has for a resource as well.
  const FileUse* Find(const std::string& name) const;
  // Returns the fields that every kustomization leading to a file adds; empty if none does.
  kubernetes::AddedFields FillingsOf(const std::string& name) const;
  // Returns whether loading `path` from a kustomization in the directory `directory` is a cycle
  // (FindCycleEdges). Both paths are normalized.
  bool IsCycle(const std::string& directory, const std::string& path) const;

 private:
  struct KustomizationNode {
    kubernetes::AddedFields own;
    std::vector<std::string> components;
  };

  void Add(const value::Value& kustomization, const std::string& name);
  kubernetes::AddedFields OwnOf(const std::string& directory, int depth);
  kubernetes::AddedFields FromAbove(const std::string& path, int depth);

  // All by normal paths.
  std::map<std::string, FileUse> uses_;
  std::set<std::string> resources_;
  std::map<std::string, KustomizationNode> nodes_;               // by kustomization directory
  std::map<std::string, std::vector<std::string>> included_by_;  // files and directories by such directories
  LoadedDirectories loaded_;
  // Computed by Finish.
  std::map<std::string, kubernetes::AddedFields> fillings_;  // of included kustomizations
  std::set<std::pair<std::string, std::string>> cycle_edges_;
};

// A field that a `replacements` entry of a kustomization sets.
struct ReplacedField {
  std::string kind, name;          // of the resource; empty: any
  std::vector<std::string> steps;  // keys; `[name=web]`, a number, `*` and `-` are items

  // Whether the path leads to the field or to a part of it.
  bool Matches(const diag::Path& path) const;
};

// Filters findings about resources that kustomizations complete. Keys that are certainly added are not
// reported as missing; a namespace, which is added only to references within the same kustomization, is a
// warning. The name of a Namespace is always replaced by the kustomization's namespace. Nothing is reported
// about fields that `replacements` set.
class KustomizedResourceSink final : public diag::Sink {
 public:
  KustomizedResourceSink(kubernetes::AddedFields fillings, const std::vector<ReplacedField>& replaced,
                         diag::Emitter& emit)
      : fillings_(fillings), all_replaced_(replaced), emit_(emit) {}
  // Sets the resource of subsequent findings.
  void BeginResource(const value::Value& document);
  void Consume(diag::Diagnostic finding) override;

 private:
  kubernetes::AddedFields fillings_;
  const std::vector<ReplacedField>& all_replaced_;
  std::vector<const ReplacedField*> replaced_;  // of the resource
  bool is_namespace_ = false;
  bool gets_selector_ = false;    // has a kind for which kustomize adds a selector if there is none
  bool gets_namespaces_ = false;  // of those whose references it follows
  diag::Emitter& emit_;
};

}  // namespace kval::driver
