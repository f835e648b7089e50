#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/reader.h"

namespace kval::yaml {

// An event as yaml-cpp gives it: it says where a node starts, at most.
struct RawEvent {
  EventKind kind;
  size_t position = 0;
  bool is_flow = false;
  bool is_null = false;
  std::string content;
};

// Turns raw events into events with spans: where nodes end, comments, markers and dashes are recovered from
// the text, which is walked once. What the text says otherwise than yaml-cpp read it is a fault.
void LocateEvents(const source::SourceFile& file, const std::vector<RawEvent>& raw, EventStream* out);

}  // namespace kval::yaml
