#include "src/report/fingerprint.h"

#include "src/diag/resource_rule.h"
#include "src/report/source_location.h"
#include "src/support/keyed_hash.h"
#include "src/support/sha256.h"

namespace kval::report {
namespace {

std::string Identity(const Findings& findings, const diag::Diagnostic& diagnostic,
                     const RenderOptions& options) {
  std::string out = diag::CodeOf(diag::GroupOf(diagnostic.kind));
  out += '\0';
  if (const diag::Label* primary = GetPrimaryLabel(findings, diagnostic)) {
    out += RelativeName(findings.sources.FileOf(primary->span).name(), options);
  }
  out += '\0';
  out += diag::JsonPointer(diagnostic.path);
  out += '\0';
  return out + diagnostic.message;
}

}  // namespace

std::vector<std::string> Fingerprints(const Findings& findings, const RenderOptions& options) {
  std::vector<std::string> fingerprints;
  fingerprints.reserve(findings.diagnostics.size());
  TextMap<std::string, size_t> seen;
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    std::string identity = Identity(findings, diagnostic, options);
    const size_t ordinal = seen[identity]++;
    if (ordinal > 0) {
      identity += '\0' + std::to_string(ordinal);
    }
    fingerprints.push_back(Sha256Hex(identity));
  }
  return fingerprints;
}

}  // namespace kval::report
