#pragma once

#include <span>
#include <string_view>

#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/admission/dynamic_values.h"
#include "src/kubernetes/admission/policy_references.h"
#include "src/lang/cel/heap.h"
#include "src/lang/cel/value.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// `resource` in policies of Kyverno: the other objects of the cluster, by the requests of the library
// (src/lang/cel/library/kyverno.cc). An object that is not among the inputs is unknown, unless the references
// are complete.
class ClusterObjects final : public cel::Map {
 public:
  // `references`: null if no objects are known. All arguments must outlive the map and its values.
  ClusterObjects(const PolicyReferences* references, DynamicValues& values, cel::Heap& heap)
      : references_(references), values_(values), heap_(heap) {}

  size_t size() const override { return references_ == nullptr ? 0 : references_->object_count(); }
  bool Find(const cel::Value& key, cel::Value* found) const override;
  cel::Value KeyAt(size_t) const override { return {}; }
  cel::Value ValueAt(size_t) const override { return {}; }
  const cel::Type* object_type() const override { return &cel::kClusterType; }

 private:
  cel::Value Labelled(PolicyReferences::Objects objects, const PolicyReferences::ObjectScope& scope,
                      std::span<const std::string_view> labels) const;

  const PolicyReferences* references_;
  DynamicValues& values_;
  cel::Heap& heap_;
};

// Returns `images` in policies of Kyverno: the images of the containers of an object by their kinds. Unknown
// if the policy states where images are. Source: kyverno/kyverno, pkg/cel/compiler/images.go.
cel::Value ImagesOf(const value::Value& policy, const AdmissionRequest& request, cel::Heap& heap);

}  // namespace kval::kubernetes
