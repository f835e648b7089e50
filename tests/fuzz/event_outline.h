#pragma once

#include <string>

#include "src/source/source_map.h"
#include "src/yaml/reader.h"

namespace kval::yaml {

// Serializes the structure and the scalars of an event stream, without styles, anchors and tags. Two readers
// agree on a file if their outlines are equal.
inline std::string Outline(const EventStream& stream, const source::SourceFile& file) {
  std::string out;
  std::string scratch;
  for (const Event& event : stream.events) {
    switch (event.kind) {
      case EventKind::kDocumentStart:
        out += "+doc\n";
        break;
      case EventKind::kDocumentEnd:
        out += "-doc\n";
        break;
      case EventKind::kMappingStart:
        out += "{\n";
        break;
      case EventKind::kMappingEnd:
        out += "}\n";
        break;
      case EventKind::kSequenceStart:
        out += "[\n";
        break;
      case EventKind::kSequenceEnd:
        out += "]\n";
        break;
      case EventKind::kScalar:
        out.append(":").append(DecodeScalar(event, file, scratch)).append("\n");
        break;
      case EventKind::kAlias:
        out.append(file.Text(event.span)).append("\n");
        break;
    }
  }
  return out;
}

}  // namespace kval::yaml
