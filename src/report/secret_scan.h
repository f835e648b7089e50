#pragma once

#include <string_view>
#include <vector>

#include "src/report/secret_line.h"
#include "src/source/source_file.h"

namespace kval::report {

// The replacement of a secret.
inline constexpr std::string_view kRedacted = "<redacted>";

// Returns every secret of a file, sorted and disjoint, each within one line. Found by
// - name: `password: x`, below `secrets:`, `--token x`, `{"apiKey": "x"}`, `key=value` within a string;
// - pair: `name: DB_PASSWORD` next to `value: x`, `data` and `stringData` of a Secret;
// - content: FindSecretShapes, the lines of a PEM private key;
// - alias: the value of `password: *x`;
// - origin: everything except keys in a wholly secret text (SourceFile::is_secret).
// Works on text, so also for invalid documents. One linear pass, apart from a bounded search for the `kind`
// of a Secret's `data`.
std::vector<source::Span> FindSecrets(const source::SourceFile& file, SensitiveKeys sensitive);

}  // namespace kval::report
