#pragma once

#include <cstdint>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/source_file.h"
#include "src/support/arena.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"
#include "src/yaml/reader.h"

// YAML files as values.
namespace kval::yaml {

// One document as a tree. Spans of its nodes:
//   scalar           its text with quotes; a block scalar from `|` or `>` to the end of its last line
//   flow collection  from bracket to bracket
//   block mapping    from its first key (or the `?` before it) to the end of its last value
//   block sequence   from its first dash to the end of its last item
//   null without text   empty, directly after its colon, dash or comma
//   alias            the `*name`; it is a shallow copy of the anchored node that shares its children
// so no span ends in spaces or in a comment. Anchors and tags precede the span.
//
// Every key and every item is a separate node, so that a node's address identifies it; only children below an
// alias or a `<<` occur in several places. A `<<` is resolved: the merged entries replace it, with the spans
// of their mapping, unless the mapping itself has the key.
struct Document {
  const value::Value* root = nullptr;  // never null: a null value for an empty document
  source::Span span;              // from the marker (or the first byte of content) to the end of the content
  source::Span marker;            // the `---`, if it is written
  bool is_invalid = false;        // the tree contains the readable parts; gaps are marked (value::Gap)
  bool may_be_suspicious = true;  // false: value::IsSuspicious is false for all of its scalars
  uint32_t comment_begin = 0;     // range in File::comments: from the previous document's end to this one's
  uint32_t comment_end = 0;
};

// A key that a mapping has again; what DuplicateKeys::kKeep kept.
struct DuplicateKey {
  const value::Value* first;
  const value::Value* again;
};

struct File {
  const source::SourceFile* source = nullptr;
  std::vector<Document> documents;          // an empty file has one, empty document
  std::vector<Comment> comments;            // all of the file, in order
  std::vector<source::Span> dashes;         // of all block sequence items, in order
  std::vector<source::Span> aliases;        // the places of all aliases, in order
  std::vector<DuplicateKey> repeated_keys;  // in order
};

// The dash of a block sequence's item, without value for an item of a flow sequence.
source::Span GetDash(const File& file, const value::Value& sequence, const value::Value& item);

// kKeep: both entries are there, for templates that decide later which one is used.
enum class DuplicateKeys : uint8_t { kError, kLastWins, kKeep };

struct ReadOptions {
  value::Dialect dialect = value::Dialect::kYtt;
  DuplicateKeys duplicates = DuplicateKeys::kError;
  bool merges = true;              // a plain key `<<` merges; false: it is a key as any other
  bool strict_scalars = false;     // a scalar that other readers take for another kind is an error (ytt -s)
  bool warn_ambiguous = false;     // the same as a warning
  bool reports_tags = true;        // unknown tags, because values are read without them
  const Reader* reader = nullptr;  // null: the native one
  Limits limits;
};

// Reads a whole file and reports every error. The result refers to the text of `file` and to `arena`.
File ReadFile(const source::SourceFile& file, const ReadOptions& options, Arena& arena, diag::Emitter& emit);

}  // namespace kval::yaml
