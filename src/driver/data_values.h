#pragma once

#include <optional>
#include <vector>

#include "src/driver/library_ref.h"
#include "src/driver/options.h"
#include "src/merge/plan.h"
#include "src/source/file_reader.h"
#include "src/template/annotated.h"

namespace kval::driver {

struct Session;

// One layer of values, ready to be merged over the earlier ones.
struct Layer {
  templating::AnnotatedDocument document;
  merge::Defaults defaults = merge::Defaults::kPlain;
  // The operations of a flag's path; a document's come from its annotations.
  std::optional<merge::Plan> plan;
  std::vector<LibraryRef> library;  // the private library that a flag names; empty: this one
  source::Span library_at;          // where it names it
};

// The layers that the command line's data value flags make, in ytt's order of precedence. Each flag's
// argument is a text of its own in the source map, so that a fault in its value points into the flag.
// Mistakes are reported; false when there was one.
bool FlagLayers(const Options& options, source::FileReader& reader, Session& session,
                std::vector<Layer>& layers);

// The layer of a flag that sets `value` at a path.
Layer FlagLayer(const value::Value* root, merge::Plan plan, source::Span span);

}  // namespace kval::driver
