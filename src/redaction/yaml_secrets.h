#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "src/redaction/secret_line.h"
#include "src/source/source_file.h"

namespace kval::redaction {

struct YamlSecrets {
  std::vector<source::Span> found;     // each within a line; not sorted, may overlap
  std::set<std::string_view> anchors;  // all names; views of the file's text
  // Text that the reader could not read, and strings of several lines that are no YAML: for a scan by lines.
  std::vector<source::Span> unread;
};

// Returns the secrets of a YAML or JSON text that its structure reveals: values by the names of their keys
// and of the keys above, the `value` next to a `name`, the data of Kubernetes Secrets, the argument after an
// option in a list, the values of aliases, and literals of annotations above a secret key. Block scalars are
// read as separate YAML. Linear.
YamlSecrets SecretsOfYaml(const source::SourceFile& file, SensitiveKeys sensitive);

}  // namespace kval::redaction
