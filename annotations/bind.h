#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "annotations/annotation.h"
#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/templating/annotated.h"

namespace kval::annotations {

// An annotation with arguments that are valid by its Spec.
class BoundAnnotation {
 public:
  BoundAnnotation(const templating::Annotation* annotation, source::Span node)
      : annotation_(annotation), node_(node) {}

  const templating::Annotation& annotation() const { return *annotation_; }
  // The location of the annotated node: the key of a map item, an array item, or a document marker.
  source::Span node() const { return node_; }

  const templating::AnnotationArgument* Keyword(std::string_view name) const {
    return annotation_->Keyword(name);
  }
  // Returns the positional argument at `index`, or null.
  const templating::AnnotationArgument* Positional(size_t index) const;
  std::vector<const templating::AnnotationArgument*> AllPositional() const;

 private:
  const templating::Annotation* annotation_;
  source::Span node_;
};

// Checks the target and the arguments of an annotation. Errors: reports KV201 or KV202, one diagnostic per
// argument, and returns nullopt. Ignored arguments are warnings.
std::optional<BoundAnnotation> Bind(const templating::Annotation& annotation, const Spec& spec,
                                    AnnotationTarget target, source::Span node, diag::Emitter& emit);

// Returns the names of the Starlark types in `kinds`, for messages: "a string", "a number", "a list".
std::string KindsText(uint16_t kinds);
// Returns the ArgKind bit of a value.
uint16_t KindOf(starlark::Value value);

}  // namespace kval::annotations
