#pragma once

#include <cstddef>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/source/span.h"
#include "src/value/value.h"

namespace kval::check {

// A plain document that was merged into others, and where it begins.
struct PlainLayer {
  const value::Value& root;
  source::Span begin;
};

// Adds labels for the keys of the layer above the value at `path`, innermost first, and the document, as ytt
// does when it refuses to merge the value. `looked_at` counts visited nodes of all calls, which are bounded.
void ShowHolders(const PlainLayer& layer, const diag::Path& path, size_t& looked_at, diag::Builder& builder);

}  // namespace kval::check
