#pragma once

#include "src/yaml/events.h"
#include "src/yaml/lookahead.h"
#include "src/yaml/scanner.h"

// Marks of other languages: of templates, in a text that is none any more or is not rendered yet, and of
// comments.
namespace kval::yaml {

// Returns the end of the template that starts at the scanner's position and ends on its line (a Go comment:
// on a later line, in block context); null if there is none. In block context `$` starts a string.
const char* TemplateEnd(const Scanner& scanner, bool in_flow);
// The error about it.
Fault ForeignTemplate(const Scanner& scanner, bool in_flow, const char* end);

// Whether a `// comment` of JSON with comments is at the scanner's position, above a line of JSON: YAML reads
// both lines as one scalar.
bool AtSlashComment(const Scanner& scanner, const Lookahead& ahead);
Fault SlashComment(const Scanner& scanner);

}  // namespace kval::yaml
