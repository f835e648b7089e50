#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "src/source/span.h"
#include "src/support/check.h"

namespace kval::value {

enum class Kind : uint8_t { kNull, kBool, kInt, kFloat, kString, kSequence, kMapping };

// The style of a node in its file. kComputed: the node is not in a file (a default, the result of an
// expression).
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

// Marks a node that a syntax error affects. Unreadable content is neither absent nor null: nothing is
// reported about it or its consequences.
enum class Recovery : uint8_t {
  kNone,
  kPartial,  // of a collection: entries or items may be missing; of a key: it is a guess
  kError,    // the node replaces text that could not be parsed
};

struct Value;

struct Entry {
  const Value* key;
  const Value* value;
};

// The origin of a merged value: `right` was applied on top of `left`. If only `left` is set, it is an older
// value that was replaced. `op` is the operation (an annotation or flag), without a value if implied.
struct Origin {
  const Value* left;
  const Value* right;
  source::Span op;
};

// A string view of 12 bytes. Requires strings below 4 GiB.
class alignas(4) [[gnu::packed]] Text {
 public:
  constexpr Text() = default;
  constexpr Text& operator=(std::string_view text) {
    size_ = static_cast<uint32_t>(text.size());
    KVAL_CHECK(size_ == text.size());
    data_ = text.data();
    return *this;
  }
  // NOLINTNEXTLINE(google-explicit-constructor): it is a string_view to all who read it.
  constexpr operator std::string_view() const { return {data_, size_}; }
  constexpr std::string_view view() const { return *this; }

  constexpr const char* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr char operator[](size_t at) const { return view()[at]; }
  constexpr char front() const { return view().front(); }
  constexpr char back() const { return view().back(); }
  constexpr const char* begin() const { return data_; }
  constexpr const char* end() const { return data_ + size_; }
  constexpr std::string_view substr(size_t at, size_t count = std::string_view::npos) const {
    return view().substr(at, count);
  }
  constexpr bool starts_with(std::string_view text) const { return view().starts_with(text); }
  constexpr bool ends_with(std::string_view text) const { return view().ends_with(text); }
  constexpr size_t find(std::string_view text, size_t from = 0) const { return view().find(text, from); }
  constexpr size_t find(char c, size_t from = 0) const { return view().find(c, from); }
  constexpr size_t find_first_of(std::string_view any) const { return view().find_first_of(any); }
  friend constexpr bool operator==(const Text& a, const Text& b) { return a.view() == b.view(); }
  friend constexpr bool operator==(const Text& a, std::string_view b) { return a.view() == b; }
  friend constexpr auto operator<=>(const Text& a, const Text& b) { return a.view() <=> b.view(); }
  friend constexpr auto operator<=>(const Text& a, std::string_view b) { return a.view() <=> b; }

 private:
  uint32_t size_ = 0;
  const char* data_ = nullptr;
};

// The representation of a node; see Value.
struct NodeData {
  Kind kind = Kind::kNull;
  Style style = Style::kPlain;
  bool is_unsigned : 1 = false;
  bool has_origin : 1 = false;  // Value::origin() is not null
  Recovery gap = Recovery::kNone;
  source::Span span;
  Text raw;
  union {
    bool boolean;
    int64_t integer;
    double real;
    const std::span<const Value* const>* item_list = nullptr;
    const std::span<const Entry>* entry_list;
  };
};

// One node of a document: immutable once published, shared freely (aliases and merges make a DAG,
// never a cycle), owned by an arena. As small as can be, for a document has one for each of its nodes.
//
// `raw` is the text of a scalar: the content of a string after unescaping and folding, for every other
// kind the spelling in the file, so that `0o17`, `1e3` or an integer of any size stay lossless. It is
// empty for collections and for computed values that are not strings.
//
// Integers hold any int64; `is_unsigned` marks those above INT64_MAX, whose bits are a uint64.
// Entries and items are in document order; a mapping that the YAML reader made has no duplicate keys.
//
// A copy has no origin (Builder's copies do).
struct Value : NodeData {
  Value() = default;
  Value(const Value& other) : NodeData(other) { has_origin = false; }
  Value& operator=(const Value& other) {
    NodeData::operator=(other);
    has_origin = false;
    return *this;
  }

  std::span<const Value* const> items() const {
    return kind != Kind::kSequence || item_list == nullptr ? std::span<const Value* const>() : *item_list;
  }
  std::span<const Entry> entries() const {
    return kind != Kind::kMapping || entry_list == nullptr ? std::span<const Entry>() : *entry_list;
  }
  bool is_collection() const { return kind == Kind::kSequence || kind == Kind::kMapping; }
  bool is_quoted() const { return style == Style::kSingleQuoted || style == Style::kDoubleQuoted; }
  // Null for values written in a file.
  inline const Origin* origin() const;
};

static_assert(sizeof(Value) == 32 || sizeof(void*) != 8, "a document has one of these for each node");

// A value created by merging; only these store an origin.
struct MergedValue : Value {
  MergedValue(const Value& value, const Origin& from) : Value(value), origin_of(from) { has_origin = true; }
  Origin origin_of;
};

const Origin* Value::origin() const {
  return has_origin ? &static_cast<const MergedValue*>(this)->origin_of : nullptr;
}

// Returns whether a part of the value is unreadable.
inline bool IsRecovered(const Value& value) {
  return value.gap != Recovery::kNone;
}

// The names that diagnostics use: null, boolean, integer, float, string, array, map (as ytt).
std::string_view KindName(Kind kind);

// The value of the first entry whose key is the string `key`, or null. Linear: for a few look-ups only.
const Value* Find(const Value& mapping, std::string_view key);

// Compares content: numbers by value (1 == 1.0), mappings in any order; ignores spans and styles. Returns
// false beyond a nesting depth of 10,000.
bool Equal(const Value& a, const Value& b);

}  // namespace kval::value
