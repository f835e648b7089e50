#include "schemas/infer/observations.h"

#include <algorithm>

#include "src/value/compare.h"

namespace kval::schemas::infer {
namespace {

constexpr int kObservationsDepthLimit = 200;

}  // namespace

Observation& Observations::MemberOf(Observation& map, const value::Value& key) {
  const auto [place, is_new] = map.by_key.try_emplace(std::string(value::KeyText(key)), nullptr);
  if (is_new) {
    place->second = &New();
    map.members.push_back({&key, place->second});
  }
  return *place->second;
}

void Observations::AddText(const value::Value& text, Observation& seen) {
  const auto is_text = [&](const value::Value* known) { return known->raw == text.raw; };
  if (std::any_of(seen.values.begin(), seen.values.end(), is_text)) {
    return;
  }
  if (seen.values.size() == Observation::kMostStrings) {
    seen.has_more_strings = true;
    return;
  }
  seen.values.push_back(&text);
}

void Observations::Add(const value::Value& value, SampleKind sample, Observation& seen, int depth) {
  ++seen.count;
  seen.whole_count += sample == SampleKind::kWhole ? 1 : 0;
  seen.first = seen.first == nullptr ? &value : seen.first;
  if (depth > kObservationsDepthLimit) {
    return;
  }
  switch (value.kind) {
    case value::Kind::kNull:
      ++seen.nulls;
      return;
    case value::Kind::kBool:
      ++seen.booleans;
      return;
    case value::Kind::kInt:
      ++seen.integers;
      seen.wide_integers += value.is_unsigned ? 1 : 0;
      return;
    case value::Kind::kFloat:
      ++seen.floats;
      return;
    case value::Kind::kString:
      ++seen.strings;
      AddText(value, seen);
      return;
    case value::Kind::kSequence:
      ++seen.lists;
      for (const value::Value* item : value.items()) {
        seen.item = seen.item == nullptr ? &New() : seen.item;
        Add(*item, SampleKind::kWhole, *seen.item, depth + 1);
      }
      return;
    case value::Kind::kMapping:
      ++seen.maps;
      seen.whole_maps += sample == SampleKind::kWhole ? 1 : 0;
      for (const value::Entry& entry : value.entries()) {
        Add(*entry.value, sample, MemberOf(seen, *entry.key), depth + 1);
      }
      return;
  }
}

void Observations::Merge(const Observation& from, Observation& to, int depth) {
  to.count += from.count;
  to.nulls += from.nulls;
  to.booleans += from.booleans;
  to.integers += from.integers;
  to.wide_integers += from.wide_integers;
  to.floats += from.floats;
  to.strings += from.strings;
  to.lists += from.lists;
  to.maps += from.maps;
  to.whole_count += from.whole_count;
  to.whole_maps += from.whole_maps;
  to.first = to.first == nullptr ? from.first : to.first;
  to.has_more_strings = to.has_more_strings || from.has_more_strings;
  for (const value::Value* text : from.values) {
    AddText(*text, to);
  }
  if (depth > kObservationsDepthLimit) {
    return;
  }
  if (from.item != nullptr) {
    to.item = to.item == nullptr ? &New() : to.item;
    Merge(*from.item, *to.item, depth + 1);
  }
  for (const ObservedMember& member : from.members) {
    Merge(*member.seen, MemberOf(to, *member.key), depth + 1);
  }
}

bool HasFreeFormKeys(const Observation& map) {
  const auto is_suspicious = [](const ObservedMember& member) {
    if (member.key->kind != value::Kind::kString) {
      return true;
    }
    const std::string_view text = member.key->raw;
    return text.empty() || (text[0] >= '0' && text[0] <= '9') ||
           text.find_first_of("./: @*") != std::string_view::npos;
  };
  if (std::any_of(map.members.begin(), map.members.end(), is_suspicious)) {
    return true;
  }
  // The first sample usually contains the defaults. An empty map there is a placeholder for entries of the
  // user.
  if (map.first != nullptr && map.first->kind == value::Kind::kMapping && map.first->entries().empty()) {
    return true;
  }
  // Each key occurs in only one of several samples.
  constexpr size_t kFewest = 3;
  const auto is_lonely = [](const ObservedMember& member) { return member.seen->count == 1; };
  return map.whole_maps >= 2 && map.members.size() >= kFewest &&
         std::all_of(map.members.begin(), map.members.end(), is_lonely);
}

}  // namespace kval::schemas::infer
