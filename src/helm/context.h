#pragma once

#include "src/diag/emitter.h"
#include "src/helm/tables.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/limits.h"

namespace kval::helm {

// What Helm's rules are carried out with. Everything made lives as long as `arena` and `forest`.
struct Context {
  source::FileReader& reader;
  source::SourceMap& sources;
  Arena& arena;
  Forest& forest;
  diag::Emitter& emit;
  const Limits& limits;
};

}  // namespace kval::helm
