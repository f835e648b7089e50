#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/diag/diagnostic.h"
#include "src/report/report.h"
#include "src/source/source_map.h"

namespace kval::report {

// One end of a range in every unit of the output formats. `line` and the columns are 1-based; a column is at
// most after the line's last character and its break.
struct Position {
  uint32_t line = 0;
  uint32_t column = 0;       // code points
  uint32_t utf8_column = 0;  // bytes
  uint32_t utf16_column = 0;
  uint32_t byte = 0;  // 0-based offset in the file on disk, including a byte order mark
};

// Where a label points to, in words for people and tools.
struct SourceLocation {
  std::string file;
  Position begin;
  Position end;  // after the last character of the range
};

// Converts a virtual offset to line and column.
Position GetPosition(const source::SourceFile& file, uint32_t offset);
// Requires: `sources` contains `span`.
SourceLocation PlaceOf(const source::SourceMap& sources, source::Span span);

// The file of a finding without a place, in formats whose readers drop what names none.
inline constexpr std::string_view kNoFile = "kval";

// Returns the primary label if it has a location, else null.
const diag::Label* GetPrimaryLabel(const Findings& findings, const diag::Diagnostic& diagnostic);

// Whether the finding has a repair whose places are known.
bool IsFixable(const Findings& findings, const diag::Diagnostic& diagnostic);

// `envs/prod.yml:12:9`, safe to print.
std::string Display(const SourceLocation& place);

// Returns a file's name relative to options.root, without a leading `./`, as valid UTF-8.
std::string RelativeName(std::string_view name, const RenderOptions& options);

// The headline without severity and code: `service.port: expected integer, found string`. Not escaped.
std::string Headline(const diag::Diagnostic& diagnostic);

// `https://…/KV301`, or nothing.
std::string RuleUrl(diag::Kind kind, const RenderOptions& options);

}  // namespace kval::report
