#include "src/driver/releases/merge_patch.h"

#include <vector>

#include "src/driver/releases/fields.h"
#include "src/support/native_stack.h"

namespace kval::driver {
namespace {

using value::Entry;
using value::Kind;
using value::Value;

constexpr std::string_view kDirective = "$patch";

// The patch as a separate value: without directives and deleted keys.
const Value* WithoutDirectives(const Value& patch, value::Builder& build) {
  NeedStack();
  if (patch.kind != Kind::kMapping) {
    return &patch;
  }
  std::vector<Entry> entries;
  for (const Entry& entry : patch.entries()) {
    if (entry.value->kind != Kind::kNull && entry.key->raw != kDirective) {
      entries.push_back({entry.key, WithoutDirectives(*entry.value, build)});
    }
  }
  return build.WithEntries(patch, entries);
}

}  // namespace

const Value* Patched(const Value& base, const Value& patch, value::Builder& build) {
  NeedStack();
  if (base.kind != Kind::kMapping || patch.kind != Kind::kMapping ||
      TextAt(&patch, {kDirective}) == "replace") {
    return WithoutDirectives(patch, build);
  }
  std::vector<Entry> entries;
  for (const Entry& entry : base.entries()) {
    const Value* over = value::Find(patch, entry.key->raw);
    if (over == nullptr) {
      entries.push_back(entry);
    } else if (over->kind != Kind::kNull && TextAt(over, {kDirective}) != "delete") {
      entries.push_back({entry.key, Patched(*entry.value, *over, build)});
    }
  }
  for (const Entry& entry : patch.entries()) {
    if (value::Find(base, entry.key->raw) == nullptr && entry.value->kind != Kind::kNull &&
        entry.key->raw != kDirective && TextAt(entry.value, {kDirective}) != "delete") {
      entries.push_back({entry.key, WithoutDirectives(*entry.value, build)});
    }
  }
  return build.WithEntries(base, entries);
}

}  // namespace kval::driver
