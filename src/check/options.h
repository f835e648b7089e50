#pragma once

#include "src/value/scalar_resolve.h"

namespace kval::source {
class SourceMap;
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
};

}  // namespace kval::check
