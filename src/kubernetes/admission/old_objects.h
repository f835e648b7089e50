#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/kubernetes/admission/admission_request.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// The objects of the cluster that the requests of a run update. Filled first, then only read, by any number
// of threads. Documents must outlive it.
class OldObjects {
 public:
  void Add(const value::Value& object);

  // Completes a request for an update: with the old object of the same group, kind, namespace and name.
  // Without one the object is created.
  void SetOld(AdmissionRequest& request) const;

 private:
  std::map<std::string, std::vector<const value::Value*>, std::less<>> objects_;  // by `group/Kind/name`
};

}  // namespace kval::kubernetes
