#pragma once

#include <cstdint>
#include <variant>

#include "src/source/span.h"

namespace kval::starlark {

// A statement that the program's host carries out: at its turn the interpreter evaluates the code of the call
// and hands `op` and the values to Host::Run.
struct HostCall {
  enum class Form : uint8_t {
    kNone,        // no code
    kExpression,  // one expression, `a, b` is a tuple; an empty span is an error
    kArguments,   // call arguments: `1, x=2, *a, **k`; may be empty
  };
  uint32_t op = 0;
  source::Span at;  // shown by the host
  Form form = Form::kNone;
  source::Span code;  // unset or empty if there is no code
};

// A line of code, lexed in place. It ends with a newline unless a bracket or triple-quoted string is open or
// it ends with a backslash; then the next code segment continues it. A span of several lines (a whole `.star`
// file) is permitted. Leading spaces of a continued string's line are not part of it, unless the previous
// line ends in a backslash.
//
// `joins_next`: the line continues in the next code segment without a backslash; the text between them is not
// code (the `/end` of ytt's `if/end`).
struct StarlarkCode {
  source::Span span;
  bool joins_next = false;
};

// A program as its host sees it: code with the host's own statements in between.
using ProgramSegment = std::variant<StarlarkCode, HostCall>;

}  // namespace kval::starlark
