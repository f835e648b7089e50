#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/source/source_map.h"

namespace kval::report {

// A value is held to be secret when a key on the way to it has a word like `password`, `secret`, `token`
// or `key` (`dbPassword`, `api-token`, `tls.key`, not `monkey`), unless its own key names something about
// the secret (`secretName`, `tokenTTL`, `passwordFile`, `topologyKey`). `null`, booleans, empty values and
// templates (`#@ …`, `${…}`) are never secret.
//
// It is a guess from names, made on the text alone, so that it works for broken documents, for lines shown as
// context and for the values of flags. It does not find secrets under innocent names.
bool IsSecretKey(std::string_view key);
bool IsSecretPath(const diag::Path& path);

// The secret ranges within `window`, which lies in one line: those that the text of the line and the keys
// above it give away, and those parts of `known` that lie in it. Sorted and disjoint.
std::vector<source::Span> SecretsIn(const source::SourceFile& file, source::Span window,
                                    std::span<const source::Span> known);

// The ranges that the diagnostic itself is known to point at and that are secret because of its path.
std::vector<source::Span> KnownSecrets(const diag::Diagnostic& diagnostic, const source::SourceMap& sources);

// The diagnostic with every secret that it points at replaced by `<redacted>` in its texts.
diag::Diagnostic Redact(const diag::Diagnostic& diagnostic, const source::SourceMap& sources);

}  // namespace kval::report
