#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/driver/kubernetes/kustomized_rings.h"
#include "src/kubernetes/kustomization.h"
#include "src/support/limits.h"

namespace kval::driver {

// What kustomizations make of the files of a run. Kustomizations that are not among them are not known.
//
// Take is called with each file first, then Finish once; then any number of threads may ask.
class KustomizedFiles {
 public:
  // A file that is used otherwise than as resources: a patch, a configuration, data.
  struct Use {
    std::string what;  // "a patch of base/kustomization.yaml"
    bool is_patch = false;
  };

  // Reads a file if it is a kustomization.
  void Take(const std::string& name, std::string_view text, const Limits& limits);
  void Finish();

  // Null for a file that none uses so, or that one has for a resource as well.
  const Use* Find(const std::string& name) const;
  // Returns the fields that every kustomization leading to a file adds; empty if none does.
  kubernetes::Fillings FillingsOf(const std::string& name) const;
  // Returns whether loading `path` from a kustomization in the directory `folder` is a cycle (ClosesRings).
  // Both paths are normalized.
  bool IsRing(const std::string& folder, const std::string& path) const;

 private:
  struct Node {
    kubernetes::Fillings own;
    std::vector<std::string> components;
  };

  void Add(const value::Value& kustomization, const std::string& name);
  kubernetes::Fillings OwnOf(const std::string& folder, int depth);
  kubernetes::Fillings FromAbove(const std::string& path, int depth);

  // All by normal paths.
  std::map<std::string, Use> uses_;
  std::set<std::string> resources_;
  std::map<std::string, Node> nodes_;                            // by kustomization directory
  std::map<std::string, std::vector<std::string>> included_by_;  // files and directories by such directories
  LoadedFolders loaded_;
  // Made by Finish.
  std::map<std::string, kubernetes::Fillings> fillings_;  // of included kustomizations
  std::set<std::pair<std::string, std::string>> rings_;
};

// Filters findings about resources that kustomizations complete. Keys that are certainly added are not
// reported as missing; a namespace, which is added only to references within the same kustomization, is a
// warning. The name of a Namespace is always replaced by the kustomization's namespace.
class OfKustomized final : public diag::Sink {
 public:
  OfKustomized(kubernetes::Fillings fillings, diag::Emitter& emit) : fillings_(fillings), emit_(emit) {}
  // The resource that findings are about from now on.
  void BeginResource(const value::Value& document);
  void Consume(diag::Diagnostic finding) override;

 private:
  kubernetes::Fillings fillings_;
  bool is_namespace_ = false;
  bool gets_selector_ = false;    // of the kinds whose selector kustomize makes where there is none
  bool gets_namespaces_ = false;  // of those whose references it follows
  diag::Emitter& emit_;
};

}  // namespace kval::driver
