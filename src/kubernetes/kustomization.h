#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

// The files of kustomize: their schema (schemas/kubernetes/tables/kustomize.tsv) and rules beyond it
// (sigs.k8s.io/kustomize/api). API servers do not receive these files.
namespace kval::kubernetes {

// Returns whether a document is a kustomization or a component: by its API group or, if it has none, by its
// file name. `path` is its file.
bool IsKustomization(const value::Value& document, std::string_view path);

// Whether a document is a Kustomization of Flux, which builds a directory of a source.
bool IsFluxKustomization(const value::Value& document);

// Returns the implied kind of a document without one, and the apiVersion of a kind.
std::string_view KustomizationKind(const value::Value& document);
std::string_view KustomizationApi(std::string_view kind);

// Whether a file has the name of a kustomization.
bool IsKustomizationName(std::string_view path);

// Fields that a kustomization adds to its resources, apart from patches.
struct AddedFields {
  bool namespaces = false;  // of resources, and of what refers to them
  bool selectors = false;   // and the labels that they select, of workloads

  friend AddedFields operator|(AddedFields a, AddedFields b) {
    return {a.namespaces || b.namespaces, a.selectors || b.selectors};
  }
  friend AddedFields operator&(AddedFields a, AddedFields b) {
    return {a.namespaces && b.namespaces, a.selectors && b.selectors};
  }
};
// Returns the fields that a kustomization adds to its resources.
AddedFields FillingsOf(const value::Value& kustomization);

// Checks rules beyond the schema. Ignores values of the wrong kind.
void CheckKustomization(const check::ValueCursor& at, diag::Emitter& emit);

}  // namespace kval::kubernetes
