#pragma once

#include <string_view>
#include <vector>

#include "src/report/secret_line.h"
#include "src/source/source_file.h"

namespace kval::report {

// What is shown instead of a secret.
inline constexpr std::string_view kRedacted = "<redacted>";

// Every secret of a file, sorted and disjoint, each within one line. Found by
// - name: `password: x`, below `secrets:`, `--token x`, `{"apiKey": "x"}`, `key=value` within a text;
// - pair: `name: DB_PASSWORD` beside `value: x`, `data` and `stringData` of a Secret;
// - content: SecretShapes, the lines of a private key in PEM;
// - alias: what `password: *x` stands for;
// - origin: in a text that is secret as a whole (SourceFile::is_secret) everything but its keys.
// It reads the text alone, so that it works for broken documents. One pass, linear in the size of the file
// but for the lines that a Secret's `data` looks for its `kind` in, which are bounded.
std::vector<source::Span> FindSecrets(const source::SourceFile& file, SensitiveKeys sensitive);

}  // namespace kval::report
