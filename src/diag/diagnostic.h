#pragma once

#include <string>
#include <vector>

#include "src/diag/kind.h"
#include "src/diag/path.h"
#include "src/source/span.h"

namespace kval::diag {

// Why a place is shown.
enum class Role : uint8_t {
  kPrimary,  // the place to change; exactly one, the first label
  kSchema,   // the declaration in the schema
  kRelated,  // another place of the same mistake: the first of two keys, the opening bracket
  kOrigin,   // an earlier layer that the value was merged from, oldest first
  kCall,     // a frame of evaluated code, innermost first
};

struct Label {
  source::Span span;
  std::string text;
  Role role = Role::kRelated;
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

// Refers to another diagnostic about the same mistake, by kind and primary span.
struct Telling {
  Kind kind;
  source::Span at;
  std::string path =
      {};  // diag::Display of its path if several diagnostics share the span; empty matches any
};

// One diagnostic, ready to print. All strings are lower case without a full stop, with `code` in backticks.
struct Diagnostic {
  Kind kind;
  Severity severity;
  std::string message;             // the headline; needs no context but the path
  bool has_path = false;           // false for errors without a value (syntax, schema)
  Path path;                       // the value's place in its document
  std::vector<Label> labels;       // the primary label first; its span may be without value
  std::string found, expected;     // short strings, `string` and `integer`; empty if they add nothing
  std::vector<std::string> notes;  // further facts, one line each
  std::string hint;                // what to do about it; empty when kval does not know
  diag::Fix fix;                   // without edits: no repair is certain
  // Where one of those is reported, and not less severe, this one is not (policy/one_mistake).
  std::vector<Telling> told_by;
};

}  // namespace kval::diag
