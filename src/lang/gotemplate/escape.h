#pragma once

#include <string_view>

#include "src/lang/gotemplate/text_buffer.h"

namespace kval::gotemplate {

// The builtins html, js and urlquery for a text.
void EscapeHtml(std::string_view text, TextBuffer* out);
void EscapeJavaScript(std::string_view text, TextBuffer* out);
void EscapeUrlQuery(std::string_view text, TextBuffer* out);

}  // namespace kval::gotemplate
