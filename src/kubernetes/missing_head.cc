#include "src/kubernetes/missing_head.h"

#include <algorithm>
#include <span>
#include <utility>

#include "src/check/describe.h"
#include "src/support/edit_distance.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kMissing{diag::Kind::kMissingRequired, "required key `{}` is missing"};

// Returns the key of a map that is probably a misspelling of that one, or null.
const value::Value* MisspeltKey(const value::Value& map, Text key) {
  const auto entries = map.entries();
  const auto found = std::find_if(entries.begin(), entries.end(), [&key](const value::Entry& entry) {
    return entry.key->kind == Kind::kString && entry.key->span.has_value() &&
           !Nearest(entry.key->raw, std::span(&key, 1)).empty();
  });
  return found == entries.end() ? nullptr : found->key;
}

}  // namespace

void ReportNoItems(const check::ValueCursor& list, diag::Emitter& emit) {
  diag::DiagnosticBuilder builder = emit.Report(check::PlaceOf(list.key, *list.value), kMissing, "items");
  builder.At({diag::PathStep::Key("items")}).Label("`items` is missing in this map");
  if (const value::Value* const other = MisspeltKey(*list.value, "items")) {
    builder.Related(other->span, "this is not a key of a List").Hint("did you mean `items`?");
  }
  builder.Emit();
}

void ReportMissingHead(const check::ValueCursor& at, Text name, const value::Value* found, std::string hint,
                       diag::Emitter& emit) {
  const value::Value& map = *at.value;
  const auto entries = map.entries();
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [found](const value::Entry& one) { return one.value == found; });
  const value::Value* const other = found == nullptr ? MisspeltKey(map, name) : nullptr;
  const bool is_written = found != nullptr && found->span.has_value() && found->span.size() > 0;
  diag::Path path = at.path();
  path.push_back(diag::PathStep::Key(name));
  const value::Value* const sibling = value::Find(map, name == "kind" ? "apiVersion" : "kind");
  const bool has_sibling = sibling != nullptr && sibling->span.size() > 0;
  const source::Span place = is_written               ? found->span
                             : other != nullptr       ? other->span
                             : entry != entries.end() ? check::PlaceOf(entry->key, *entry->value)
                             : has_sibling            ? sibling->span
                                                      : check::PlaceOf(at.key, map);
  diag::DiagnosticBuilder builder = emit.Report(place, kMissing, name);
  builder.At(path);
  if (other != nullptr) {
    builder.Label("this is not a key of a resource").Hint("did you mean `" + std::string(name) + "`?");
  } else {
    builder.Hint(std::move(hint));
  }
  builder.Emit();
}

}  // namespace kval::kubernetes
