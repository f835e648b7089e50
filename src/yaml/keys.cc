#include "src/yaml/keys.h"

#include <functional>
#include <string_view>

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

size_t KeySet::HashOf(const value::Value& key) const {
  const size_t seed = static_cast<size_t>(key.kind) * 0x9E3779B97F4A7C15U;
  switch (key.kind) {
    case value::Kind::kNull:
      return seed;
    case value::Kind::kBool:
      return seed ^ static_cast<size_t>(key.boolean);
    case value::Kind::kInt:
      return seed ^ std::hash<int64_t>()(key.integer);
    case value::Kind::kFloat:
      return seed ^ std::hash<double>()(key.real);
    case value::Kind::kString:
      return seed ^ std::hash<std::string_view>()(key.raw);
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return seed ^ std::hash<std::string_view>()(ChildrenText(source_, key));
  }
  return seed;
}

bool KeySet::AreEqual(const value::Value& a, const value::Value& b) const {
  if (a.kind != b.kind) {
    return false;
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

ptrdiff_t KeySet::Find(const value::Value& key) const {
  for (const Known& known : known_) {
    if (AreEqual(*known.key, key)) {
      return static_cast<ptrdiff_t>(known.index);
    }
  }
  if (by_hash_.empty()) {
    return -1;
  }
  const auto [begin, end] = by_hash_.equal_range(HashOf(key));
  for (auto it = begin; it != end; ++it) {
    if (AreEqual(*it->second.key, key)) {
      return static_cast<ptrdiff_t>(it->second.index);
    }
  }
  return -1;
}

void KeySet::Add(const value::Value& key, size_t index) {
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
