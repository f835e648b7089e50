#pragma once

#include "src/source/span.h"
#include "src/value/scalar_resolve.h"

namespace kval::source {
class SourceMap;
}

namespace kval::value {
struct Value;
}

namespace kval::findings {

// Options of a check in addition to the model.
struct ReportOptions {
  // How plain scalars are resolved, for hints about quotes.
  value::Dialect dialect = value::Dialect::kYtt;
  // More layers follow: missing keys are not violations yet.
  bool partial = false;
  // The sources of the values, for fixes that change the layout; null: no such fixes.
  const source::SourceMap* sources = nullptr;
  // The schema's declaration of the document, shown with rules about the whole document; empty: not shown.
  source::Span document;
  // The plain document that was merged last, and its start; null: none. ytt rejects merging its maps into
  // values of other types and names the keys around such a map.
  const value::Value* layer = nullptr;
  source::Span layer_begin;
};

}  // namespace kval::findings
