#pragma once

#include <memory>
#include <string>

#include "src/diag/collector.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/yaml/document.h"

namespace kval::bench {

// Returns a YAML mapping of `count` keys: flat, or nested in maps of ten maps of ten keys.
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

// A parsed YAML value together with the objects that own its memory.
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
