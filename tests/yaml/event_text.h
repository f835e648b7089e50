#pragma once

#include <string>

#include "src/yaml/reader.h"

namespace kval::yaml {

struct EventTextOptions {
  bool with_presentation = true;  // document markers and the `{}` and `[]` of flow collections
};

// Returns the events in the notation of the YAML test suite (test.event).
std::string EventText(const EventStream& stream, const source::SourceFile& file,
                      EventTextOptions options = {});

}  // namespace kval::yaml
