#pragma once

#include <string>
#include <vector>

#include "src/diag/kind.h"
#include "src/diag/path.h"
#include "src/source/span.h"

namespace kval::diag {

// Why a place is shown.
enum class LabelRole : uint8_t {
  kPrimary,   // the place to change; exactly one, the first label
  kSchema,    // the declaration in the schema
  kRelated,   // another location of the same error: the first of two keys, the opening bracket
  kOrigin,    // an earlier layer that the value was merged from, oldest first
  kCall,      // a frame of evaluated code, innermost first
  kRendered,  // the text that a template printed
};

struct Label {
  source::Span span;
  std::string text;
  LabelRole role = LabelRole::kRelated;
};

// An edit: replaces the span by `text`. An empty span is an insertion.
struct Edit {
  source::Span span;
  std::string text;
};

// A repair that is certain: with it the finding is gone and the text means what its writer meant. Its edits
// lie in one file, do not overlap, and are in the order of the text.
struct Fix {
  std::string title;  // "remove the quotes"
  std::vector<Edit> edits;
};

// Refers, by kind and the span of its value, to another diagnostic about the same error.
struct DiagnosticRef {
  Kind kind;
  source::Span at;  // ValueSpan of the other diagnostic
  std::string path =
      {};  // diag::Display of its path if several diagnostics share the span; empty matches any
};

// One diagnostic, ready to print. All strings are lower case without a full stop, with `code` in backticks.
struct Diagnostic {
  Kind kind;
  Severity severity;
  std::string message;        // the headline; needs no context but the path
  bool has_path = false;      // false for errors without a value (syntax, schema)
  Path path;                  // the value's place in its document
  std::vector<Label> labels;  // the primary label first; its span may be without value
  source::Span value_span;    // of a value below an alias, which the primary label shows; else without value
  std::string found, expected;     // short strings, `string` and `integer`; empty if they add nothing
  std::vector<std::string> notes;  // additional facts, one line each
  std::string hint;                // how to fix it; empty if unknown
  diag::Fix fix;                   // without edits: no repair is certain
  std::string subject;             // for code that groups findings by more than their kind
  // Attached to one of these that is reported with at least the same severity (policy/attach_superseded).
  std::vector<DiagnosticRef> superseded_by;
  std::vector<Diagnostic> superseded;  // findings about the same error; they supersede nothing themselves
};

// The location by which other diagnostics refer to this one. Requires: a label.
inline source::Span ValueSpan(const Diagnostic& diagnostic) {
  return diagnostic.value_span.has_value() ? diagnostic.value_span : diagnostic.labels.front().span;
}

}  // namespace kval::diag
