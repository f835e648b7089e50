#pragma once

#include <deque>
#include <string>
#include <vector>

#include "src/helm/context.h"
#include "src/helm/set_flag.h"
#include "src/source/source_file.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

// Values of Helm inside other objects: Argo CD's Application and ApplicationSet, Flux' HelmRelease.
namespace kval::helm {

// One thing that such an object gives Helm: a map of values, or an assignment.
struct OuterStep {
  const value::Value* layer = nullptr;  // null: the flag
  SetFlag flag = {SetKind::kSet, {}, {}};
};

// The name of a file in the chart's directory.
struct OuterFile {
  const value::Value* name;
  bool may_be_missing = false;  // `ignoreMissingValueFiles`
};

struct OuterObject {
  std::vector<OuterFile> value_files;  // they come first of all
  std::vector<OuterStep> steps;        // later ones win
};

// A ConfigMap or Secret that may supply values, and its file.
struct SideObject {
  const value::Value* root;
  const source::SourceFile* file;
};

class SideObjects {
 public:
  void Add(const SideObject& object);
  // The first of this kind and name, or null.
  const SideObject* Find(const std::string& kind, const std::string& name) const;

 private:
  TextMap<std::string, SideObject> by_name_;
};

// Whether a document is one (`apiVersion` and `kind` decide).
bool IsOuterObject(const value::Value& root);
bool IsSideObject(const value::Value& root);

// Reads the values in an object; `document` is one document of a file. Embedded text keeps its locations in
// the file. Returns false after reporting an error. Sources: argo-cd util/helm, reposerver/repository;
// helm-controller internal/controller, fluxcd/pkg/chartutil.
bool ReadOuterObject(const value::Value& document, const SideObjects& sides, const source::SourceFile& file,
                     Context& context, OuterObject& out);

}  // namespace kval::helm
