#include "src/merge/contains.h"

#include "src/merge/key_index.h"
#include "src/merge/key_text.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"

namespace kval::merge {
namespace {

Difference Differ(const value::Value& left, std::string text) {
  return {true, std::move(text), left.span};
}

Difference Compare(const value::Value& left, const value::Value& right);

Difference CompareMaps(const value::Value& left, const value::Value& right) {
  const std::vector<value::Entry> entries(left.entries().begin(), left.entries().end());
  KeyIndex index(&entries);
  for (const value::Entry& expected : right.entries()) {
    const EntryPositions found = index.Find(*expected.key);
    if (found.empty()) {
      return Differ(left, Substitute("expected a map item with key `{}`", KeyText(*expected.key)));
    }
    for (const size_t position : found.all()) {
      if (Difference difference = Compare(*entries[position].value, *expected.value); difference.exists) {
        return difference;
      }
    }
  }
  return {};
}

Difference CompareArrays(const value::Value& left, const value::Value& right) {
  if (left.items().size() < right.items().size()) {
    return Differ(left, Substitute("expected at least {} array items, found {}", right.items().size(),
                                   left.items().size()));
  }
  for (size_t i = 0; i < right.items().size(); ++i) {
    if (Difference difference = Compare(*left.items()[i], *right.items()[i]); difference.exists) {
      return difference;
    }
  }
  return {};
}

Difference Compare(const value::Value& left, const value::Value& right) {
  if (&left == &right) {
    return {};
  }
  NeedStack();
  if (right.is_collection() && left.kind != right.kind) {
    return Differ(
        left, Substitute("expected {}, found {}", value::KindName(right.kind), value::KindName(left.kind)));
  }
  if (right.kind == value::Kind::kMapping) {
    return CompareMaps(left, right);
  }
  if (right.kind == value::Kind::kSequence) {
    return CompareArrays(left, right);
  }
  return EqualScalars(left, right) ? Difference() : Differ(left, "expected an equal value");
}

}  // namespace

Difference FindDifference(const value::Value& left, const value::Value& right) {
  return Compare(left, right);
}

bool EqualScalars(const value::Value& left, const value::Value& right) {
  return SameKey(left, right);
}

}  // namespace kval::merge
