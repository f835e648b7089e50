#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Since when Kubernetes has the parts of the language: k8s.io/apiserver, pkg/cel/environment/base.go.
// Versions are the minor ones of 1.x.
namespace kval::cel {

struct Expr;

// Something of a program that environments of older versions do not know.
struct NewerPart {
  uint32_t at = 0;     // in the source
  std::string what;    // "the function `ip`"
  uint32_t since = 0;  // the environment of this version knows it
};

// Returns the features of `program` that the environment of `version` lacks, unordered. Empty for versions
// from 35 on.
std::vector<NewerPart> PartsNewerThan(uint32_t version, const Expr& program);

}  // namespace kval::cel
