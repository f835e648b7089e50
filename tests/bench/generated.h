#pragma once

#include <memory>
#include <string>

#include "src/diag/collector.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/yaml/document.h"

namespace kval::bench {

// A mapping of `count` keys: flat, or in maps of ten below maps of ten.
inline std::string MappingText(int count, bool nested) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (nested && i % 100 == 0) {
      text += "group" + std::to_string(i / 100) + ":\n";
    }
    if (nested && i % 10 == 0) {
      text += "  part" + std::to_string(i / 10) + ":\n";
    }
    text += std::string(nested ? 4 : 0, ' ') + "key" + std::to_string(i) + ": " + std::to_string(i) + "\n";
  }
  return text;
}

// A text as a value, with everything it needs to live.
struct Parsed {
  explicit Parsed(std::string text) : emit(&collector) {
    const source::SourceFile& file = sources.AddText("generated.yml", std::move(text));
    root = yaml::ReadFile(file, {}, arena, emit).documents.front().root;
  }

  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emit;
  Arena arena;
  const value::Value* root = nullptr;
};

}  // namespace kval::bench
