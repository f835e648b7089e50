#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

// Files of kustomize: their schema (schemas/kubernetes/tables/kustomize.tsv) and further rules of kustomize
// (sigs.k8s.io/kustomize/api). No API server reads them.
namespace kval::kubernetes {

// Whether a document is a kustomization or a component: by its API group, or by the name of its file where it
// states none. `path` is that of its file.
bool IsKustomization(const value::Value& document, std::string_view path);

// Returns the implied kind of a document without one, and the apiVersion of a kind.
std::string_view KustomizationKind(const value::Value& document);
std::string_view KustomizationApi(std::string_view kind);

// Whether a file has the name of a kustomization.
bool IsKustomizationName(std::string_view path);

// Fields that a kustomization adds to its resources, apart from patches.
struct Fillings {
  bool namespaces = false;  // of resources, and of what refers to them
  bool selectors = false;   // and the labels that they select, of workloads

  static Fillings All() { return {true, true}; }
  friend Fillings operator|(Fillings a, Fillings b) {
    return {a.namespaces || b.namespaces, a.selectors || b.selectors};
  }
  friend Fillings operator&(Fillings a, Fillings b) {
    return {a.namespaces && b.namespaces, a.selectors && b.selectors};
  }
};
Fillings FillingsOf(const value::Value& kustomization);

// Checks rules beyond the schema. Ignores values of the wrong kind.
void CheckKustomization(const check::Trail& at, diag::Emitter& emit);

}  // namespace kval::kubernetes
