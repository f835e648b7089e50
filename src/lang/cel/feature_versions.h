#pragma once

#include <cstdint>
#include <string>
#include <vector>

// The Kubernetes version that introduced each part of the language: k8s.io/apiserver,
// pkg/cel/environment/base.go. Versions are minor versions of 1.x.
namespace kval::cel {

struct Expr;

// A part of a program that older Kubernetes versions do not support.
struct NewerFeature {
  uint32_t at = 0;     // in the source
  std::string what;    // "the function `ip`"
  uint32_t since = 0;  // the first version that supports it
};

// Returns the features of `program` that the environment of `version` lacks, unordered. Empty for versions
// from 35 on.
std::vector<NewerFeature> FindFeaturesNewerThan(uint32_t version, const Expr& program);

}  // namespace kval::cel
