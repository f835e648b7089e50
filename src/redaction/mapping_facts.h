#pragma once

#include <vector>

#include "src/redaction/secret_line.h"
#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::redaction {

// What the entries of a mapping say about each other, in either order.
struct MappingFacts {
  bool is_secret = false;     // `kind: Secret`
  bool is_other = false;      // another kind
  bool names_secret = false;  // `name: DB_PASSWORD`
};

struct DocumentFacts {
  std::vector<MappingFacts> mappings;  // in the order of their events; the first is of no mapping
  bool has_secret_list = false;        // an object is a SecretList
  bool has_secret = false;             // or a Secret
};

bool IsStart(yaml::EventKind kind);
bool IsEnd(yaml::EventKind kind);

DocumentFacts ReadMappingFacts(const yaml::EventStream& stream, const source::SourceFile& file,
                               SensitiveKeys sensitive);

}  // namespace kval::redaction
