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

// An annotation whose arguments fit its Spec.
class Bound {
 public:
  Bound(const templating::Annotation* annotation, source::Span node) : annotation_(annotation), node_(node) {}

  const templating::Annotation& annotation() const { return *annotation_; }
  // The annotated node: the key of a map item, an array item, a document's marker.
  source::Span node() const { return node_; }

  const templating::Argument* Keyword(std::string_view name) const { return annotation_->Keyword(name); }
  // The positional argument at `index`, or null.
  const templating::Argument* Positional(size_t index) const;
  std::vector<const templating::Argument*> AllPositional() const;

 private:
  const templating::Annotation* annotation_;
  source::Span node_;
};

// Checks target and arguments. Reports errors (KV201, KV202), one diagnostic per argument, and then returns
// nullopt. Arguments that the annotation ignores are warnings.
std::optional<Bound> Bind(const templating::Annotation& annotation, const Spec& spec, Target target,
                          source::Span node, diag::Emitter& emit);

// "a string", "a number", "a list": what Starlark values an argument takes, for messages.
std::string KindsText(uint16_t kinds);
// The bit of a value.
uint16_t KindOf(starlark::Value value);

}  // namespace kval::annotations
