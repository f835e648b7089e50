#pragma once

#include "src/yaml/events.h"
#include "src/yaml/lookahead.h"
#include "src/yaml/scanner.h"

// Marks of other languages: of templates, in a text that is none any more or is not rendered yet, and of
// comments.
namespace kval::yaml {

// Behind the template that starts at the scanner's position and ends on its line (a comment of Go's: on a
// later one, where it stands in block context); null when there is none. In block context a `$` only starts a
// string.
const char* TemplateEnd(const Scanner& scanner, bool in_flow);
// What is wrong with it.
Fault ForeignTemplate(const Scanner& scanner, bool in_flow, const char* end);

// Whether a comment of JSON with comments, `// text`, stands at the scanner's position, above a line of JSON:
// to YAML both lines are one text.
bool AtSlashComment(const Scanner& scanner, const Lookahead& ahead);
Fault SlashComment(const Scanner& scanner);

}  // namespace kval::yaml
