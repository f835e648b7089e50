#pragma once

#include "src/yaml/events.h"
#include "src/yaml/scanner.h"

// Scans scalars. Each function starts at the first character of the scalar and leaves the scanner after its
// last one; none of them adds an event.
namespace kval::yaml {

enum class ScanResult : uint8_t {
  kDone,
  kUnterminated,     // a quoted scalar without end: the scanner is where reading may resume
  kBadHeader,        // of a block scalar: the scanner is at the invalid character
  kTabIndented,      // a block scalar's first line is indented by a tab
  kNoScalar,         // no scalar starts so
  kColonOnNextLine,  // a plain scalar whose continuation line is a mapping entry; the scanner is at the `:`
};

struct ScalarContext {
  int parent_indent = -1;  // continuation lines must be indented more
  bool in_flow = false;
};

// Whether a plain scalar may start at the position.
bool StartsPlain(const Scanner& scanner, bool in_flow);

ScanResult ScanPlain(Scanner& scanner, const ScalarContext& context, Event* scalar);
ScanResult ScanDoubleQuoted(Scanner& scanner, const ScalarContext& context, Event* scalar);
ScanResult ScanSingleQuoted(Scanner& scanner, const ScalarContext& context, Event* scalar);
ScanResult ScanBlockScalar(Scanner& scanner, int parent_indent, Event* scalar);

}  // namespace kval::yaml
