#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

// The files of kustomize: a schema of their own (schemas/kubernetes/tables/kustomize.tsv), and what kustomize
// asks beyond it (sigs.k8s.io/kustomize/api). They are read by a program, no server ever sees them.
namespace kval::kubernetes {

// Whether a document is a kustomization or a component: by its API group, or by the name of its file where it
// states none. `path` is that of its file.
bool IsKustomization(const value::Value& document, std::string_view path);

// The kind that it is when it does not say so, and the apiVersion of a kind.
std::string_view KustomizationKind(const value::Value& document);
std::string_view KustomizationApi(std::string_view kind);

// Whether a file has the name of a kustomization.
bool IsKustomizationName(std::string_view path);

// What a kustomization adds to its resources beyond patches.
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

// What is wrong with it beyond its schema. Values of the wrong kind are passed over.
void CheckKustomization(const check::Trail& at, diag::Emitter& emit);

}  // namespace kval::kubernetes
