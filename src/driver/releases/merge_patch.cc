#include "src/driver/releases/merge_patch.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/releases/fields.h"
#include "src/support/native_stack.h"

namespace kval::driver {
namespace {

using Text = std::string_view;
using value::Entry;
using value::Kind;
using value::Value;

constexpr Text kDirective = "$patch";

// The merge keys of lists of built-in kinds. Source: `patchMergeKey` in k8s.io/api.
struct MergeKey {
  Text list, key;
};
constexpr MergeKey kMergeKeys[] = {{"conditions", "type"},
                                   {"containers", "name"},
                                   {"env", "name"},
                                   {"ephemeralContainers", "name"},
                                   {"hostAliases", "ip"},
                                   {"imagePullSecrets", "name"},
                                   {"initContainers", "name"},
                                   {"ownerReferences", "uid"},
                                   {"ports", "containerPort"},
                                   {"ports", "port"},
                                   {"resourceClaims", "name"},
                                   {"schedulingGates", "name"},
                                   {"secrets", "name"},
                                   {"topologySpreadConstraints", "topologyKey"},
                                   {"volumeDevices", "devicePath"},
                                   {"volumeMounts", "mountPath"},
                                   {"volumes", "name"}};

// The merge key of a list that all items of the patch have; empty if there is none.
Text MergeKeyOf(Text list, const Value& patch) {
  for (const MergeKey& row : kMergeKeys) {
    const bool fits =
        row.list == list && std::all_of(patch.items().begin(), patch.items().end(), [&](const Value* item) {
          return FieldAt(item, {row.key}) != nullptr || TextAt(item, {kDirective}) == "replace";
        });
    if (fits) {
      return row.key;
    }
  }
  return {};
}

// The patch as a separate value: without directives and deleted keys.
const Value* WithoutDirectives(const Value& patch, value::Builder& build) {
  NeedStack();
  if (patch.kind == Kind::kSequence) {
    std::vector<const Value*> items;
    for (const Value* item : patch.items()) {
      const bool is_directive = item->kind == Kind::kMapping && !TextAt(item, {kDirective}).empty() &&
                                TextAt(item, {kDirective}) != "merge";
      if (!is_directive) {
        items.push_back(WithoutDirectives(*item, build));
      }
    }
    return build.WithItems(patch, items);
  }
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

// Cost: n log n in the items of both lists.
const Value* ListPatched(const Value& base, const Value& patch, Text key, value::Builder& build) {
  std::vector<const Value*> items(base.items().begin(), base.items().end());
  std::map<std::string, size_t> places;  // by the merge key, the first item with it
  for (size_t i = 0; i < items.size(); ++i) {
    places.try_emplace(TextAt(items[i], {key}), i);
  }
  for (const Value* change : patch.items()) {
    const std::string directive = TextAt(change, {kDirective});
    if (directive == "replace" && FieldAt(change, {key}) == nullptr) {
      items.clear();
      places.clear();
      continue;
    }
    const auto [found, is_new] = places.try_emplace(TextAt(change, {key}), items.size());
    if (directive == "delete") {
      if (!is_new) {
        items[found->second] = nullptr;
      }
      places.erase(found);
    } else if (is_new) {
      items.push_back(WithoutDirectives(*change, build));
    } else {
      items[found->second] = Patched(*items[found->second], *change, build, ListMerge::kByKeys);
    }
  }
  std::erase(items, nullptr);
  return build.WithItems(base, items);
}

const Value* EntryPatched(const Entry& base, const Value& patch, value::Builder& build, ListMerge lists) {
  if (lists == ListMerge::kByKeys && base.value->kind == Kind::kSequence && patch.kind == Kind::kSequence) {
    const Text key = MergeKeyOf(base.key->raw, patch);
    if (!key.empty()) {
      return ListPatched(*base.value, patch, key, build);
    }
  }
  return Patched(*base.value, patch, build, lists);
}

}  // namespace

const Value* Patched(const Value& base, const Value& patch, value::Builder& build, ListMerge lists) {
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
      entries.push_back({entry.key, EntryPatched(entry, *over, build, lists)});
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

bool IsApplicablePatch(const Value& patch) {
  NeedStack();
  if (patch.kind == Kind::kSequence) {
    return std::all_of(patch.items().begin(), patch.items().end(),
                       [](const Value* item) { return IsApplicablePatch(*item); });
  }
  return patch.kind != Kind::kMapping ||
         std::all_of(patch.entries().begin(), patch.entries().end(), [](const Entry& entry) {
           return (!entry.key->raw.starts_with("$") || entry.key->raw == kDirective) &&
                  IsApplicablePatch(*entry.value);
         });
}

}  // namespace kval::driver
