#pragma once

#include <string>
#include <string_view>

#include "annotations/annotation.h"

// Recognizes files by their beginning, without a parser.
namespace kval::project {

// Returns the annotation as it begins a comment.
std::string Written(const annotations::Spec& spec);

// Whether a line begins with the word; indented lines may be content of a block scalar.
bool HasLine(const std::string& begin, const std::string& word);

// Whether a file may be the values of one environment: no template, no overlay on the output of templates, no
// manifest.
bool MayBeValues(const std::string& begin);

// Whether there is content other than comments and document markers.
bool HasContent(std::string_view begin);

}  // namespace kval::project
