#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "src/diag/diagnostic.h"
#include "src/report/redactor.h"
#include "src/source/source_map.h"

namespace kval::report {

// The number of findings of each severity.
struct Counts {
  size_t errors = 0;
  size_t warnings = 0;
  size_t notes = 0;

  size_t sum() const { return errors + warnings + notes; }
  Counts& operator+=(const Counts& other);
};
// Counts findings by severity.
Counts CountBySeverity(std::span<const diag::Diagnostic> diagnostics);

// How findings are written. The defaults are suitable for a file or a pipe.
struct RenderOptions {
  bool color = false;          // ANSI colours, for the formats that people read
  bool verbose = false;        // show the findings that others supersede, in the full format
  uint32_t context_lines = 1;  // lines shown before the line of the finding
  uint32_t width = 0;  // columns of the terminal; 0: unknown. Longer source lines are cut around the finding
  std::string tool_version;  // "0.1.0"
  std::string rules_url;     // `<rules_url>KV301` documents a rule; empty: there is no such page
  // Returns the page about a rule, in Markdown, for formats that include it; null: there are none.
  std::string_view (*rule_page)(diag::Kind kind) = nullptr;
  std::string root;       // a directory whose files are named relative to it in formats for machines
  std::string directory;  // the working directory, which relative names of files start from
  size_t file_count = 0;  // files that were checked
  Counts hidden;          // findings that a limit on their number left out
  bool drops = false;     // whether some of those are known by number only
  size_t ignored = 0;     // findings that comments or a baseline took away
};

// The findings to write, in order (diag::Collector::Sorted). Spans unknown to `sources` count as absent.
struct Findings {
  const source::SourceMap& sources;
  std::span<const diag::Diagnostic> diagnostics;
  const Redactor* redactor = nullptr;  // null: the findings are shown as they are
};

// Which findings about the same subject a format shows as one (policy/join_repeated.h).
enum class Joining : uint8_t { kNone, kNotes, kAll };

// An output format. `write` appends to `out` and requires redacted findings: call Render.
struct Reporter {
  std::string_view name;
  std::string_view doc;
  bool for_people;  // the summary may follow in the same stream
  void (*write)(const Findings& findings, const RenderOptions& options, std::string* out);
  Joining joins = Joining::kNone;
};

// Returns all formats, in the order of the documentation.
std::span<const Reporter> Reporters();
const Reporter* FindReporter(std::string_view name);

// Redacts the findings and renders them in one format. Formats for people are empty without findings; machine
// formats are complete documents and always valid UTF-8. Each format reports hidden findings as KV007.
std::string Render(const Reporter& reporter, const Findings& findings, const RenderOptions& options);

// Returns `Found 1 error, 2 warnings (3 files checked)` with a line break; empty if there are no findings.
// `shown`: the findings without options.hidden.
std::string Summary(const Counts& shown, const RenderOptions& options);

}  // namespace kval::report
