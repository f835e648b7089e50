#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/session.h"
#include "src/redaction/redaction.h"
#include "src/report/report.h"
#include "src/report/text.h"
#include "src/support/check.h"

// Helpers for fuzzers that run a complete command.
namespace kval::fuzz {

// Splits an input at NUL bytes into files or flags.
inline std::vector<std::string> PartsOf(const uint8_t* data, size_t size) {
  std::vector<std::string> parts(1);
  for (size_t i = 0; i < size; ++i) {
    if (data[i] == 0) {
      parts.emplace_back();
    } else {
      parts.back() += static_cast<char>(data[i]);
    }
  }
  return parts;
}

// Returns limits that a fuzzer can exceed within milliseconds, for many executions per second.
inline Limits SmallLimits() {
  Limits limits;
  limits.depth = 100;
  limits.alias_nodes = 10'000;
  limits.alias_size = 100'000;
  limits.check_steps = 1'000'000;
  limits.starlark_steps = 20'000;
  limits.starlark_calls = 100;
  limits.starlark_memory = 32 * kMebibyte;
  limits.kcl_steps = 20'000;
  limits.kcl_calls = 100;
  limits.kcl_memory = 32 * kMebibyte;
  limits.findings = 100;
  return limits;
}

// Requires that every reporter prints the session's findings as valid UTF-8 without escape sequences.
// Searches for secrets only once, not once per reporter.
inline void ShowFindings(const driver::Session& session) {
  std::vector<diag::Diagnostic> findings = session.findings.Sorted();
  const redaction::Redaction redactor(session.sources, {}, findings);
  for (diag::Diagnostic& finding : findings) {
    finding = redactor.Redact(finding);
  }
  for (const report::Reporter& reporter : report::Reporters()) {
    std::string out;
    reporter.write({session.sources, findings, &redactor}, {}, &out);
    KVAL_CHECK(report::ValidUtf8(out) == out);
    KVAL_CHECK(out.find('\x1b') == std::string::npos);
  }
}

}  // namespace kval::fuzz
