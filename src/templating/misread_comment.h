#pragma once

#include <string_view>

// Recognizes code that is written like an annotation, without the space after `#@`, and the reverse.
namespace kval::templating {

// Whether `name` begins with a keyword, or is text that is not an annotation name. ytt writes names into a
// string, which a quote would end.
bool IsGluedCode(std::string_view name);

// Whether the annotation `name` is probably an expression, as in `#@data.values.x`: ytt accepts it, but the
// names of all annotations have a `/`.
bool IsLikelyCode(std::string_view name);

// Returns the name of an annotation of ytt's that a line of code begins with: `overlay/match by=…` is no
// division. Empty without one.
std::string_view AnnotationIn(std::string_view code);

}  // namespace kval::templating
