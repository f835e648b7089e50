#pragma once

#include "src/source/span.h"
#include "src/value/scalar_resolve.h"

namespace kval::source {
class SourceMap;
}

namespace kval::value {
struct Value;
}

namespace kval::check {

// What a check is asked for beside the model.
struct Options {
  // How plain scalars resolve, for hints about quotes.
  value::Dialect dialect = value::Dialect::kYtt;
  // More is going to be merged: keys that are still missing are no faults yet.
  bool partial = false;
  // Where values were read, for repairs that change the layout; null: there are none.
  const source::SourceMap* sources = nullptr;
  // Where the schema declares the document, to be shown with rules of the document as a whole; no value: they
  // stand for themselves.
  source::Span document;
  // The plain document that was merged last, and where it begins: ytt, which refuses to merge its maps into
  // anything else, names the keys around such a map. Null: nothing is said of them.
  const value::Value* layer = nullptr;
  source::Span layer_begin;
};

}  // namespace kval::check
