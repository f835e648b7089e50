#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/reader.h"

namespace kval::yaml {

// An event of yaml-cpp, which has at most the start of a node.
struct RawEvent {
  EventKind kind;
  size_t position = 0;
  bool is_flow = false;
  bool is_null = false;
  std::string content;
};

// Adds spans to raw events: ends of nodes, comments, markers and dashes are recovered from the text in one
// pass. Text that contradicts yaml-cpp's events is an error.
void LocateEvents(const source::SourceFile& file, const std::vector<RawEvent>& raw, EventStream* out);

}  // namespace kval::yaml
