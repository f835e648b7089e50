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
#include "src/source/flag_texts.h"
#include "src/source/source_file.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/limits.h"

namespace kval::helm {

// The environment of Helm's rules. Everything created lives as long as `arena`, `forest` and `texts`.
struct Context {
  source::FileReader& reader;
  source::SourceMap& sources;
  Arena& arena;
  Forest& forest;
  diag::Emitter& emit;
  const Limits& limits;
  source::FlagTexts* flag_texts = nullptr;  // records which texts come from flags
  // Returns the size of a file without reading it; empty if unknown.
  std::function<std::optional<uint64_t>(const std::string& path)> size_of = {};
  // Texts located in another file (embedded_text.h), referenced by values.
  std::shared_ptr<std::deque<source::SourceFile>> texts = std::make_shared<std::deque<source::SourceFile>>();
  Version version = Version::kHelm3;
};

}  // namespace kval::helm
