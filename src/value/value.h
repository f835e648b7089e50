#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "src/source/span.h"

namespace kval::value {

enum class Kind : uint8_t { kNull, kBool, kInt, kFloat, kString, kSequence, kMapping };

// How a node was written. kComputed: by no file (a default, the result of an expression).
enum class Style : uint8_t {
  kPlain,
  kSingleQuoted,
  kDoubleQuoted,
  kLiteral,
  kFolded,
  kFlow,
  kBlock,
  kComputed
};

// What a fault in the text hides of a node. What could not be read is neither absent nor null: nothing is
// said about it, and nothing that may follow from it.
enum class Gap : uint8_t {
  kNone,
  kPart,  // of a collection: entries or items may be missing; of a key: it is a guess
  kAll,   // the node stands for text that was not understood
};

struct Value;

struct Entry {
  const Value* key;
  const Value* value;
};

// How a value came to be when it was not written in a file as it stands: by merging `right` over
// `left`. `left` alone is an older value that `right` replaced; both are never null. `op` is the
// place of the operation that merged (an annotation, a flag), without value when implied.
struct Origin {
  const Value* left;
  const Value* right;
  source::Span op;
};

// One node of a document: immutable once published, shared freely (aliases and merges make a DAG,
// never a cycle), owned by an arena.
//
// `raw` is the text of a scalar: the content of a string after unescaping and folding, for every other
// kind the spelling in the file, so that `0o17`, `1e3` or an integer of any size stay lossless. It is
// empty for collections and for computed values that are not strings.
//
// Integers hold any int64; `is_unsigned` marks those above INT64_MAX, whose bits are a uint64.
// Entries and items are in document order; a mapping that the YAML reader made has no duplicate keys.
struct Value {
  Kind kind = Kind::kNull;
  Style style = Style::kPlain;
  bool is_unsigned = false;
  Gap gap = Gap::kNone;
  source::Span span;
  std::string_view raw;
  const Origin* origin = nullptr;
  struct ItemList {
    const Value* const* data;
    size_t size;
  };
  struct EntryList {
    const Entry* data;
    size_t size;
  };
  union {
    bool boolean;
    int64_t integer;
    double real;
    ItemList item_list = {nullptr, 0};
    EntryList entry_list;
  };

  std::span<const Value* const> items() const { return {item_list.data, item_list.size}; }
  std::span<const Entry> entries() const { return {entry_list.data, entry_list.size}; }
  bool is_collection() const { return kind == Kind::kSequence || kind == Kind::kMapping; }
  bool is_quoted() const { return style == Style::kSingleQuoted || style == Style::kDoubleQuoted; }
};

static_assert(sizeof(Value) <= 56, "a document has one of these for each node");

inline bool HasGap(const Value& value) {
  return value.gap != Gap::kNone;
}

// The names that diagnostics use: null, boolean, integer, float, string, array, map (as ytt).
std::string_view KindName(Kind kind);

// The value of the first entry whose key is the string `key`, or null. Linear: for a few look-ups only.
const Value* Find(const Value& mapping, std::string_view key);

// Equality of content: numbers by value (1 == 1.0), mappings whatever their order, spans and styles
// ignored. Gives false beyond a nesting of 10,000.
bool Equal(const Value& a, const Value& b);

}  // namespace kval::value
