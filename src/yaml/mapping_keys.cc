#include "src/yaml/mapping_keys.h"

#include <string_view>

#include "src/support/keyed_hash.h"
#include "src/value/compare.h"

namespace kval::yaml {
namespace {

// Up to here comparing with each key is faster than hashing.
constexpr size_t kFew = 16;

// The text of a collection's children: the same for an alias and its anchor.
std::string_view ChildrenText(const source::SourceFile& source, const value::Value& key) {
  source::Span span;
  if (key.kind == value::Kind::kSequence && !key.items().empty()) {
    span = {key.items().front()->span.begin, key.items().back()->span.end};
  } else if (key.kind == value::Kind::kMapping && !key.entries().empty()) {
    span = {key.entries().front().key->span.begin, key.entries().back().value->span.end};
  }
  return span.begin < span.end ? source.Text(span) : std::string_view();
}

}  // namespace

size_t MappingKeys::HashOf(const value::Value& key) const {
  const auto kind = static_cast<uint64_t>(key.kind);
  if (as_json_ && !key.is_collection() && key.kind != value::Kind::kString) {
    return KeyedHash(std::string_view(value::PlainText(key)));
  }
  switch (key.kind) {
    case value::Kind::kNull:
      return KeyedHash(kind);
    case value::Kind::kBool:
      return KeyedHash(kind, static_cast<uint64_t>(key.boolean));
    case value::Kind::kInt:
      return KeyedHash(kind, static_cast<uint64_t>(key.integer));
    case value::Kind::kFloat:
      return KeyedHash(kind, KeyedHash(key.real));
    case value::Kind::kString:
      return KeyedHash(key.raw);
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return KeyedHash(kind, KeyedHash(ChildrenText(source_, key)));
  }
  return kind;
}

bool MappingKeys::IsEqualKey(const value::Value& a, const value::Value& b) const {
  if (a.kind != b.kind) {
    return as_json_ && !a.is_collection() && !b.is_collection() && value::PlainText(a) == value::PlainText(b);
  }
  switch (a.kind) {
    case value::Kind::kNull:
      return true;
    case value::Kind::kBool:
      return a.boolean == b.boolean;
    case value::Kind::kInt:
      return a.integer == b.integer && a.is_unsigned == b.is_unsigned;
    case value::Kind::kFloat:
      return a.real == b.real;
    case value::Kind::kString:
      return a.raw == b.raw;
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return ChildrenText(source_, a) == ChildrenText(source_, b);
  }
  return false;
}

ptrdiff_t MappingKeys::Find(const value::Value& key) const {
  for (const Known& known : known_) {
    if (IsEqualKey(*known.key, key)) {
      return static_cast<ptrdiff_t>(known.index);
    }
  }
  if (by_hash_.empty()) {
    return -1;
  }
  const auto [begin, end] = by_hash_.equal_range(HashOf(key));
  for (auto it = begin; it != end; ++it) {
    if (IsEqualKey(*it->second.key, key)) {
      return static_cast<ptrdiff_t>(it->second.index);
    }
  }
  return -1;
}

void MappingKeys::Add(const value::Value& key, size_t index) {
  if (by_hash_.empty() && known_.size() < kFew) {
    known_.push_back({&key, index});
    return;
  }
  for (const Known& known : known_) {
    by_hash_.emplace(HashOf(*known.key), known);
  }
  known_.clear();
  by_hash_.emplace(HashOf(key), Known{&key, index});
}

}  // namespace kval::yaml
