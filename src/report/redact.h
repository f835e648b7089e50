#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/report/secret_line.h"
#include "src/report/secret_matcher.h"
#include "src/source/source_map.h"

namespace kval::report {

// Whether a value at that path is held to be secret because of the keys on the way to it (secret_words.h).
bool IsSecretPath(const diag::Path& path, SensitiveKeys sensitive = {});

// Returns the parts of `known`, which is sorted, in `window`. Sorted and disjoint.
std::vector<source::Span> SecretsIn(const source::SourceFile& file, source::Span window,
                                    std::span<const source::Span> known);

// The secrets that a run's findings must not reveal: those of all files (secret_scan.h), of the findings'
// locations, and those evident in messages. A heuristic by names, pairs and known shapes: random strings
// under ordinary names need `@schema/sensitive`.
class Redaction {
 public:
  // `findings`: the shown findings, whose suggestions about keys are considered (meant_keys.h).
  Redaction(const source::SourceMap& sources, SensitiveKeys sensitive,
            std::span<const diag::Diagnostic> findings);
  Redaction(const Redaction&) = delete;
  Redaction& operator=(const Redaction&) = delete;

  // Returns the finding with secrets replaced by `<redacted>`. A hint that would reveal one is truncated or
  // dropped; a fix that would is dropped.
  diag::Diagnostic Redact(const diag::Diagnostic& diagnostic) const;
  // Returns the locations to redact when the finding is shown with its source, sorted by start: the secrets
  // of all files that it refers to, and its own.
  std::vector<source::Span> Places(const diag::Diagnostic& diagnostic) const;
  // The secrets that are redacted wherever they occur.
  const SecretMatcher& strings() const { return strings_; }

 private:
  std::vector<source::Span> Known(const diag::Diagnostic& diagnostic) const;
  void AddLocal(std::vector<std::string>& strings, const diag::Label& label) const;
  void AddAll(std::vector<std::string>& strings, source::Span within) const;
  bool RevealsSecret(const diag::Diagnostic& diagnostic, const std::vector<std::string>& local) const;
  std::string RedactSecrets(std::string text, const std::vector<std::string>& local) const;

  const source::SourceMap& sources_;
  std::vector<std::string> sensitive_;
  std::vector<source::Span> spans_;             // of all files, sorted
  std::set<std::string, std::less<>> allowed_;  // values that schemas list
  SecretMatcher strings_;
};

}  // namespace kval::report
