#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/text_buffer.h"
#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

// Go's fmt. None of them can fail: mistakes become text (`%!d(string=x)`), as in Go.

// fmt.Sprint, Sprintln and Sprintf. Untyped nil is `<nil>`.
void AppendSprint(std::span<const Value> args, TextBuffer* out);
void AppendSprintln(std::span<const Value> args, TextBuffer* out);
void AppendSprintf(std::string_view format, std::span<const Value> args, TextBuffer* out);
// What a template prints for a value: as Sprint, but untyped nil is `<no value>`, and a pointer to a struct
// is printed as the struct.
void AppendPrinted(const Value& value, TextBuffer* out);
// The same for several values (html, js, urlquery).
void AppendPrinted(std::span<const Value> args, TextBuffer* out);
// `%v` of one value without a limit for short values such as those in messages.
std::string Sprint(const Value& value);

}  // namespace kval::gotemplate
