#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/diag/kind.h"
#include "src/kubernetes/practices/object_index.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// The selected rules about references between objects (KV710). Immutable: threads share it.
//
// An object, key or port is missing if the inputs contain neither it nor anything that may create it. If the
// inputs are incomplete (ObjectIndex), only misspellings are reported: names that differ by one letter from
// an object in the same directory, or from a key or port of the object. Names that a program replaces are not
// looked up.
class ReferenceChecker {
 public:
  // `rules`: the kinds of the rules; other kinds are ignored.
  explicit ReferenceChecker(std::span<const diag::Kind> rules) : rules_(rules.begin(), rules.end()) {}

  // Reports the references of a resource to objects that are not in `objects`, which has all objects of the
  // run. Returns the number of comparisons.
  // `file`: the name of the file of the resource.
  uint64_t Check(const Resource& resource, std::string_view file, const ObjectIndex& objects,
                 diag::Emitter& emit) const;

 private:
  class Run;

  std::set<diag::Kind> rules_;
};

}  // namespace kval::kubernetes
