#pragma once

#include <optional>

#include "src/yaml/events.h"
#include "src/yaml/lookahead.h"
#include "src/yaml/scanner.h"

// Recognizes syntax of other languages: templates, which are not rendered yet, and comments.
namespace kval::yaml {

// Returns the end of the template that starts at the scanner's position and ends on its line (a Go comment:
// on a later line, in block context); null if there is none. In block context `$` starts a string; in flow
// context a placeholder `${…}` may be behind other characters of a plain scalar.
const char* TemplateEnd(const Scanner& scanner, bool in_flow);
// Returns the error for it.
SyntaxError MakeTemplateError(const Scanner& scanner, bool in_flow, const char* end);
// Returns the error for the text [begin, end) in place of an entry if it is a placeholder: `${…}`.
std::optional<SyntaxError> FindPlaceholder(const Scanner& scanner, const char* begin, const char* end);

// Whether a `// comment` of JSON with comments is at the scanner's position, above a line of JSON: YAML reads
// both lines as one scalar.
bool AtSlashComment(const Scanner& scanner, const Lookahead& ahead);
SyntaxError MakeSlashCommentError(const Scanner& scanner);

}  // namespace kval::yaml
