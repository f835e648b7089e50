#pragma once

#include <vector>

#include "src/redaction/secret_line.h"
#include "src/source/source_file.h"

namespace kval::redaction {

// Returns every secret of a file, sorted and disjoint, each within one line. Found by
// - structure of YAML and JSON (yaml_secrets.h): `password: x`, below `secrets:`, `name: DB_PASSWORD` next to
//   `value: x`, the data of a Secret, the value of `password: *x`;
// - lines: `--token x`, `key=value` within a string, known shapes, private keys;
// - origin: everything except keys in a wholly secret text (SourceFile::is_secret).
// Linear.
std::vector<source::Span> FindSecrets(const source::SourceFile& file, SensitiveKeys sensitive);

// Returns the same before secrets that overlap are merged, sorted by their beginning: messages may quote one
// of them.
std::vector<source::Span> FindSecretPieces(const source::SourceFile& file, SensitiveKeys sensitive);
std::vector<source::Span> MergedPieces(const std::vector<source::Span>& pieces);

}  // namespace kval::redaction
