#pragma once

#include <memory>
#include <vector>

#include "schemas/ytt/annotated_schema.h"
#include "src/driver/layer.h"
#include "src/driver/libraries/library_ref.h"

namespace kval::driver {

// A schema document or a layer of values on its way to a private library: addressed by `#@library/ref`, by a
// flag's `@lib:`, or given by a program. Source: ytt pkg/workspace/datavalues/envelope.go.
struct Envelope {
  std::vector<LibraryRef> ref;       // the rest of the address; empty: arrived
  std::vector<LibraryRef> original;  // as written
  source::Span at;                   // where the address is written
  bool is_used = false;
  bool after_library_module = false;  // overrides what programs supply
  // Exactly one of the two is set.
  std::shared_ptr<const Layer> layer;
  std::shared_ptr<const schemas::ytt::AnnotatedSchema> schema;
};

using Envelopes = std::vector<std::shared_ptr<Envelope>>;

}  // namespace kval::driver
