#pragma once

#include <cstdint>
#include <string_view>

#include "src/source/span.h"

namespace kval::templating {

// The meaning of a comment in a template.
enum class TemplateCommentKind : uint8_t {
  kComment,     // `#!`
  kUnknown,     // neither `#!` nor `#@`
  kBare,        // `#@ …`: code, or the value of the node on the same line
  kCode,        // `#@template/code …`
  kValue,       // `#@template/value …`
  kAnnotation,  // `#@name …`
};

struct TemplateComment {
  TemplateCommentKind kind = TemplateCommentKind::kComment;
  source::Span span;     // from the `#` on
  source::Span name;     // of an annotation
  source::Span content;  // after the space that ends the name; trailing spaces are removed except for code
                         // out; may be empty
};

// `comment` is the span from `#` to the end of the line, `text` its text.
TemplateComment ParseTemplateComment(source::Span comment, std::string_view text);

// Words that cannot be annotation names: `#@def f():` and `#@end` are code without the space.
bool IsStatement(std::string_view name);

// A line of code with the end of its node: `if/end x:`. Sizes are 0 for other lines.
struct NodeStatement {
  uint32_t keyword = 0;  // offset of `if` in the line
  uint32_t keyword_size = 0;
  uint32_t end = 0;   // offset of `end`
  uint32_t rest = 0;  // offset of the rest
};
NodeStatement ParseNodeStatement(std::string_view code);

}  // namespace kval::templating
