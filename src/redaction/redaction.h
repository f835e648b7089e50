#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/redaction/file_names.h"
#include "src/redaction/secret_line.h"
#include "src/redaction/secret_matcher.h"
#include "src/report/redactor.h"
#include "src/source/source_map.h"

namespace kval::redaction {

// Whether a value at that path is held to be secret because of the keys on the way to it
// (secret_key_names.h).
bool IsSecretPath(const diag::Path& path, SensitiveKeys sensitive = {});

// The secrets that a run's findings must not reveal: those of all files (find_secrets.h), of the findings'
// locations, and those evident in messages. A heuristic by names, pairs and known shapes: random strings
// under ordinary names need `@schema/sensitive`.
class Redaction final : public report::Redactor {
 public:
  // `findings`: the shown findings, whose suggestions about keys are considered (misspelt_secret_keys.h).
  Redaction(const source::SourceMap& sources, SensitiveKeys sensitive,
            std::span<const diag::Diagnostic> findings);
  Redaction(const Redaction&) = delete;
  Redaction& operator=(const Redaction&) = delete;

  diag::Diagnostic Redact(const diag::Diagnostic& diagnostic) const override;
  // Returns the secrets near the labels of the finding, and its own.
  std::vector<source::Span> RangesToHide(const diag::Diagnostic& diagnostic) const override;
  std::vector<source::Span> RepeatedRangesToHide(const source::SourceFile& file,
                                                 source::Span part) const override;

 private:
  std::vector<source::Span> Known(const diag::Diagnostic& diagnostic) const;
  void AddLocal(std::vector<std::string>& strings, const diag::Label& label) const;
  void AddAll(std::vector<std::string>& strings, source::Span within) const;
  bool RevealsSecret(const diag::Diagnostic& diagnostic, const std::vector<std::string>& local) const;
  bool IsSecret(source::Span span) const;
  bool IsSecretKeyAtLabel(const diag::Diagnostic& diagnostic, std::string_view key) const;
  bool IsShownAtLabel(const diag::Diagnostic& diagnostic, std::string_view text) const;
  std::string RedactSecrets(const diag::Diagnostic& diagnostic, std::string text,
                            const std::vector<std::string>& local, Wording wording) const;

  const source::SourceMap& sources_;
  std::vector<std::string> sensitive_;
  std::vector<source::Span> pieces_;            // of all files, sorted
  std::vector<source::Span> spans_;             // the same, disjoint
  std::set<std::string, std::less<>> allowed_;  // values that schemas list
  std::set<std::string, std::less<>> keys_;     // that are secrets themselves
  FileNames names_;
  SecretMatcher strings_;
};

}  // namespace kval::redaction
