#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "src/diag/emitter.h"
#include "src/helm/tables.h"
#include "src/helm/version.h"
#include "src/source/file_reader.h"
#include "src/source/flag_sources.h"
#include "src/source/source_file.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/limits.h"

namespace kval::helm {

// The environment of Helm's rules. Created values are valid while `arena`, `forest` and `strings` exist.
struct HelmContext {
  source::FileReader& reader;
  source::SourceMap& sources;
  Arena& arena;
  TableArena& forest;
  diag::Emitter& emit;
  const Limits& limits;
  source::FlagSources* flag_strings = nullptr;  // records which sources come from flags; may be null
  // Returns the size of a file without reading it; empty if unknown.
  std::function<std::optional<uint64_t>(const std::string& path)> size_of = {};
  // Sources embedded in another file (embedded_text.h), which values refer to.
  std::shared_ptr<std::deque<source::SourceFile>> strings =
      std::make_shared<std::deque<source::SourceFile>>();
  Version version = Version::kHelm3;
};

}  // namespace kval::helm
