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

// Shows the keys of the layer that hold the value at `path`, innermost first, and the document, as ytt names
// them where it refuses to merge the value. `looked_at` counts what was looked through by all calls, which is
// bounded.
void ShowHolders(const PlainLayer& layer, const diag::Path& path, size_t& looked_at, diag::Builder& builder);

}  // namespace kval::check
