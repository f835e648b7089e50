#pragma once

#include <vector>

#include "src/redaction/secret_line.h"
#include "src/redaction/yaml_secrets.h"
#include "src/source/source_file.h"

namespace kval::redaction {

// Returns the secrets of a text that are evident within a line: known shapes, `key=value`, options, names in
// sentences, private keys. In `yaml.unread`, which is sorted, also values that depend on preceding lines: a
// simple reading by indentation that hides rather too much. Each span is within a line. Linear.
std::vector<source::Span> SecretsOfLines(const source::SourceFile& file, SensitiveKeys sensitive,
                                         const YamlSecrets& yaml);

}  // namespace kval::redaction
