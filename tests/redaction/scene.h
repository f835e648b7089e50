#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/redaction/redaction.h"
#include "tests/report/findings.h"

namespace kval::redaction {

using report::FindReporter;
using report::Keys;
using report::kRedacted;
using report::RenderOptions;
using report::Reporter;
using report::Reporters;

// Builds input files and findings about them, and prints them redacted.
class Scene : public report::Scene {
 public:
  std::string Print(std::string_view format, const RenderOptions& options = {},
                    SensitiveKeys sensitive = {}) const {
    const Redaction redaction(sources(), sensitive, diagnostics());
    return Render(*FindReporter(format), {sources(), diagnostics(), &redaction}, options);
  }
};

}  // namespace kval::redaction
