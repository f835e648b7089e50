#include "src/check/describe.h"

#include <algorithm>
#include <string_view>

#include "src/support/ascii_text.h"
#include "src/support/confusables.h"
#include "src/support/edit_distance.h"
#include "src/value/compare.h"

namespace kval::check {

std::string FoundName(const value::Value& value) {
  return std::string(value::KindName(value.kind));
}

source::Span PlaceOf(const value::Value* key, const value::Value& value) {
  // A merged collection belongs to the last layer that changed it: show the first change.
  if (value.origin() != nullptr && value.is_collection() && value.origin()->left->kind == value.kind &&
      value.origin()->right->kind == value.kind) {
    const value::Value& newest = *value.origin()->right;
    const bool is_map = value.kind == value::Kind::kMapping;
    const value::Value* first = is_map ? (newest.entries().empty() ? nullptr : newest.entries()[0].key)
                                       : (newest.items().empty() ? nullptr : newest.items()[0]);
    if (first != nullptr && first->span.has_value()) {
      return is_map || newest.style != value::Style::kFlow ? first->span : newest.span;
    }
  }
  const bool is_block = value.is_collection() && value.style != value::Style::kFlow;
  if (key != nullptr && key->span.has_value() && (is_block || !value.span.has_value())) {
    return key->span;
  }
  return value.span;
}

std::string KeyName(const value::Value& key) {
  // As spelled: `on` is the key `true` in YAML 1.1, but users see `on`.
  return key.raw.empty() || key.is_collection() ? value::PlainText(key) : std::string(key.raw);
}

namespace {

bool SameLetter(char a, char b) {
  return ToLower(a) == ToLower(b);
}

// The only name that the word is the beginning of, or that begins the word: `warn`, `information`.
std::string_view Abbreviated(std::string_view word, const std::vector<std::string_view>& names) {
  constexpr size_t kShortest = 3;
  std::string_view found;
  for (const std::string_view name : names) {
    const size_t shared = std::min(word.size(), name.size());
    if (shared < kShortest ||
        !std::equal(word.begin(), word.begin() + static_cast<ptrdiff_t>(shared), name.begin(), SameLetter)) {
      continue;
    }
    if (!found.empty()) {
      return {};
    }
    found = name;
  }
  return found;
}

}  // namespace

std::string HintForMember(const value::Value& value, const std::vector<const value::Value*>& allowed) {
  std::vector<std::string_view> names;
  for (const value::Value* member : allowed) {
    if (member->kind == value::Kind::kString) {
      names.push_back(member->raw);
    }
  }
  if (value.kind != value::Kind::kString) {
    return {};
  }
  const std::string_view similar = Nearest(value.raw, names);
  const std::string_view nearest = similar.empty() ? Abbreviated(value.raw, names) : similar;
  return nearest.empty()
             ? std::string()
             : "did you mean `" + std::string(nearest) + "`?" + DescribeConfusableIn(value.raw, nearest);
}

diag::PathStep StepOf(const value::Value& key) {
  return diag::PathStep::Key(KeyName(key));
}

}  // namespace kval::check
