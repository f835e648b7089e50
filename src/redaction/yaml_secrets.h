#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "src/redaction/secret_line.h"
#include "src/source/source_file.h"

namespace kval::redaction {

struct YamlSecrets {
  std::vector<source::Span> found;            // each within a line; not sorted, may overlap
  std::vector<source::Span> unknown_aliases;  // in place of secrets; in `found` too
  std::set<std::string_view> anchors;         // all names; views of the file's text
};

// Returns the secrets of a YAML or JSON text that its structure reveals: values by the names of their keys
// and of the keys above, the `value` next to a `name`, the data of Kubernetes Secrets, the argument after an
// option in a list, the values of aliases, and literals of annotations above a secret key. Strings of several
// lines, and lines that the reader skips, are read as separate YAML. Linear.
YamlSecrets SecretsOfYaml(const source::SourceFile& file, SensitiveKeys sensitive);

}  // namespace kval::redaction
