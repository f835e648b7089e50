#pragma once

#include "src/yaml/events.h"
#include "src/yaml/scanner.h"

// Marks of template languages in a text that is no template any more, or is not rendered yet.
namespace kval::yaml {

// Behind the template that starts at the scanner's position and ends on its line; null when there is none. In
// block context a `$` only starts a string.
const char* TemplateEnd(const Scanner& scanner, bool in_flow);
// What is wrong with it.
Fault ForeignTemplate(const Scanner& scanner, bool in_flow, const char* end);

}  // namespace kval::yaml
