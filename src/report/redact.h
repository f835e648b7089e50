#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/report/known_secrets.h"
#include "src/report/secret_line.h"
#include "src/source/source_map.h"

namespace kval::report {

// Whether a value at that path is held to be secret because of the keys on the way to it (secret_words.h).
bool IsSecretPath(const diag::Path& path, SensitiveKeys sensitive = {});

// The parts of `known`, which is sorted, within `window`. Sorted and disjoint.
std::vector<source::Span> SecretsIn(const source::SourceFile& file, source::Span window,
                                    std::span<const source::Span> known);

// What a run's findings may not give away: the secrets of all its files (secret_scan.h says how they are
// found), what each finding points at, and what the texts themselves show to be secret. It is a guess from
// names, pairs and well-known shapes: it does not find random texts under innocent names, which
// `@schema/sensitive` is for.
class Redaction {
 public:
  // `findings` are those that are shown: what they say about keys counts, too (meant_keys.h).
  Redaction(const source::SourceMap& sources, SensitiveKeys sensitive,
            std::span<const diag::Diagnostic> findings);
  Redaction(const Redaction&) = delete;
  Redaction& operator=(const Redaction&) = delete;

  // The finding with every secret in its texts replaced by `<redacted>`. A hint that would tell one is cut,
  // and left out when nothing remains; a repair that would is left out.
  diag::Diagnostic Redact(const diag::Diagnostic& diagnostic) const;
  // The places to hide when the finding is shown with its source, sorted by their begin: all those of the
  // files that it points into, and its own.
  std::vector<source::Span> Places(const diag::Diagnostic& diagnostic) const;
  // Those that are hidden wherever they occur.
  const KnownSecrets& texts() const { return texts_; }

 private:
  std::vector<source::Span> Known(const diag::Diagnostic& diagnostic) const;
  void AddLocal(std::vector<std::string>& texts, const diag::Label& label) const;
  void AddAll(std::vector<std::string>& texts, source::Span within) const;
  bool Tells(const diag::Diagnostic& diagnostic, const std::vector<std::string>& local) const;
  std::string Hidden(std::string text, const std::vector<std::string>& local) const;

  const source::SourceMap& sources_;
  std::vector<std::string> sensitive_;
  std::vector<source::Span> spans_;             // of all files, sorted
  std::set<std::string, std::less<>> allowed_;  // values that schemas list
  KnownSecrets texts_;
};

}  // namespace kval::report
