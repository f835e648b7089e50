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

// What Helm's rules are carried out with. Everything made lives as long as `arena`, `forest` and `texts`.
struct Context {
  source::FileReader& reader;
  source::SourceMap& sources;
  Arena& arena;
  Forest& forest;
  diag::Emitter& emit;
  const Limits& limits;
  source::FlagTexts* flag_texts = nullptr;  // knows afterwards which texts are flags'
  // The bytes of a file, without reading it; empty where nobody can say.
  std::function<std::optional<uint64_t>(const std::string& path)> size_of = {};
  // Texts that stand at the place of another file (embedded_text.h); values that were read refer to them.
  std::shared_ptr<std::deque<source::SourceFile>> texts = std::make_shared<std::deque<source::SourceFile>>();
  Version version = Version::kHelm3;
};

}  // namespace kval::helm
