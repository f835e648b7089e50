#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/diag/kind.h"
#include "src/source/span.h"
#include "src/value/value.h"

// The narrow interface between YAML text and everything that has a meaning: flat events with byte spans.
namespace kval::yaml {

enum class EventKind : uint8_t {
  kDocumentStart,
  kDocumentEnd,
  kMappingStart,
  kMappingEnd,
  kSequenceStart,
  kSequenceEnd,
  kScalar,
  kAlias,
};

enum class Chomping : uint8_t { kClip, kStrip, kKeep };

// One event. Events nest properly even for invalid documents: the reader closes collections that an error
// left open and sets `gap` for unreadable parts. A key with a gap is not a key.
//
// `span` is, by kind:
//   document start   the `---`, empty if there is none
//   document end     the `...`, empty if there is none
//   mapping start    flow: the whole collection with its brackets; block: empty, at the first key or `?`
//   sequence start   flow: as above; block: empty, at the first dash
//   mapping end, sequence end   flow: the closing bracket; block: empty, where the reader detected the end
//   scalar           the text with quotes; a block scalar from its `|` or `>` to the end of its last
//                    line with text; empty for a null without text
//   alias            with the `*`
struct Event {
  EventKind kind = EventKind::kDocumentStart;
  value::Style style = value::Style::kPlain;
  bool explicit_marker = false;  // of a document: its marker is written
  bool needs_decoding = false;   // a scalar whose content is not its text (without quotes)
  bool is_missing = false;       // a scalar made from nothing: `key:` followed by no value
  Chomping chomping = Chomping::kClip;
  value::Recovery gap =
      value::Recovery::kNone;  // the unreadable part of a scalar, an alias, or the collection that ends here
  uint32_t properties = 0;     // number of its anchor and tag in EventStream::properties; 0: it has none
  uint32_t indentation = 0;    // of a block scalar: the spaces that are no content
  source::Span span;

  bool is_scalar() const { return kind == EventKind::kScalar || kind == EventKind::kAlias; }
};

static_assert(sizeof(Event) == 24, "a text has one of these for each six bytes");

// `anchor` includes the `&` and `tag` the `!`; both are without value when absent.
struct NodeProperties {
  source::Span anchor;
  source::Span tag;
  bool empty() const { return !anchor.has_value() && !tag.has_value(); }
};

// From `#` to the end of the line, without the line break.
struct Comment {
  source::Span span;
  // Ignored by go-yaml and therefore by ytt: a comment after a block scalar header or a directive, or after
  // the `...` of the last document.
  bool is_hidden = false;
};

// `%TAG handle prefix` as it holds from event `first_event` on to the end of that document.
struct TagDirective {
  source::Span handle;
  source::Span prefix;
  uint32_t first_event = 0;
};

// The repair of a syntax error, if one is certain (syntax_fix.h).
enum class SyntaxRepair : uint8_t {
  kNone,
  kInsertSpace,    // after the text at `at`
  kInsertComma,    // at `at`
  kInsertColon,    // at `at`
  kDeleteComma,    // at `at`
  kDeleteLine,     // if nothing else is on the line of `at`
  kDeleteRelated,  // the text at `related`, with spaces before it
};

// A syntax error, located where it begins.
struct SyntaxError {
  diag::Kind kind;
  source::Span at;
  std::string message;
  std::string label;  // describes the text at `at`
  source::Span related;
  std::string related_text;
  std::string hint;
  // The key of an entry that ended a mapping to which it may belong. If the key is unknown, its indentation
  // is the error.
  source::Span ended_by = {};
  SyntaxRepair repair = SyntaxRepair::kNone;
};

// Limits the memory of each error source; Limits::syntax_errors limits the reports.
constexpr size_t kMaxSyntaxErrors = 1000;

struct EventStream {
  std::vector<Event> events;
  std::vector<NodeProperties> properties;  // of the few nodes that have some
  std::vector<Comment> comments;           // in the order of the text
  std::vector<TagDirective> tag_directives;
  std::vector<source::Span> dashes;  // the `-` of every block sequence item, in the order of the text
  std::vector<SyntaxError> errors;

  NodeProperties PropertiesOf(const Event& event) const {
    return event.properties == 0 ? NodeProperties() : properties[event.properties - 1];
  }
  // Stores properties. Returns their number, which an event refers to.
  uint32_t Keep(const NodeProperties& of_node) {
    if (of_node.empty()) {
      return 0;
    }
    properties.push_back(of_node);
    return static_cast<uint32_t>(properties.size());
  }
  // Releases the memory of the events [begin, end), if the system supports it. They must not be read again.
  void Forget(size_t begin, size_t end);
};

}  // namespace kval::yaml
