#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "annotations/overlay/context.h"
#include "src/merge/plan.h"

namespace kval::annotations {

// A merge::Plan and the predicates that it refers to.
class OverlayPlan {
 public:
  // kOneToOne: documents match one to one, and their match annotations are ignored.
  enum class DocumentMatching : uint8_t { kMatched, kOneToOne };

  explicit OverlayPlan(merge::Defaults defaults, DocumentMatching documents = DocumentMatching::kMatched)
      : plan_(defaults), documents_(documents) {}

  // Reads the annotations of a document and its nodes. Reports errors (KV201, KV202, KV203) and excludes such
  // nodes from the merge.
  void Add(const templating::AnnotatedDocument& overlay, const OverlayContext& context);
  // The same for a value that is not a document.
  void Add(const value::Value& overlay, const OverlayContext& context);

  const merge::MergePlan& plan() const { return plan_; }

 private:
  friend class PlanReader;

  merge::MergePlan plan_;
  DocumentMatching documents_;
  std::vector<std::unique_ptr<merge::Matcher>> matchers_;
  std::vector<std::unique_ptr<merge::CountMatcher>> counts_;
  std::vector<std::unique_ptr<merge::Transform>> transforms_;
  std::vector<std::unique_ptr<merge::Assertion>> assertions_;
};

}  // namespace kval::annotations
