#include "src/project/declaration.h"

#include <string_view>

namespace kval::project {
namespace {

using value::Kind;
using value::Value;

Text TextOf(const Value& value) {
  return {std::string(value.raw), value.span};
}

Text TextAt(const Value& map, std::string_view key) {
  const Value* value = value::Find(map, key);
  return value == nullptr ? Text() : TextOf(*value);
}

// A list of strings, or one string.
std::vector<Text> TextsAt(const Value& map, std::string_view key) {
  std::vector<Text> texts;
  const Value* value = value::Find(map, key);
  if (value == nullptr) {
    return texts;
  }
  if (value->kind != Kind::kSequence) {
    texts.push_back(TextOf(*value));
    return texts;
  }
  for (const Value* item : value->items()) {
    texts.push_back(TextOf(*item));
  }
  return texts;
}

std::vector<Setting> SettingsAt(const Value& map, std::string_view key) {
  std::vector<Setting> settings;
  const Value* value = value::Find(map, key);
  if (value != nullptr && value->kind == Kind::kMapping) {
    for (const value::Entry& entry : value->entries()) {
      settings.push_back({TextOf(*entry.key), TextOf(*entry.value)});
    }
  }
  return settings;
}

template <typename Visit>
void ForEachItem(const Value& map, std::string_view key, const Visit& visit) {
  const Value* value = value::Find(map, key);
  if (value != nullptr && value->kind == Kind::kSequence) {
    for (const Value* item : value->items()) {
      visit(*item);
    }
  }
}

Group GroupOf(const Value& item, bool is_each) {
  Group group;
  group.is_each = is_each;
  group.at = item.span;
  group.name = TextAt(item, "name");
  group.schema = TextsAt(item, "schema");
  group.values = TextsAt(item, "values");
  group.files = TextsAt(item, "files");
  group.chart = TextAt(item, "chart");
  group.profile = TextAt(item, "profile");
  group.flags = TextsAt(item, "flags");
  return group;
}

Group ManifestsOf(const Value& item) {
  Group group;
  group.is_kubernetes = true;
  group.at = item.span;
  group.name = TextAt(item, "name");
  group.files = TextsAt(item, "files");
  group.crds = TextsAt(item, "crds");
  group.locations = TextsAt(item, "schema-locations");
  group.versions = TextsAt(item, "versions");
  group.ignored_kinds = TextsAt(item, "ignore-kinds");
  ForEachItem(item, "policies", [&](const Value& policy) {
    group.policies.push_back({policy.span, TextAt(policy, "kind"), TextAt(policy, "schema")});
  });
  return group;
}

}  // namespace

Declaration ReadDeclaration(const Value& root) {
  Declaration declaration;
  ForEachItem(root, "sets", [&](const Value& item) { declaration.groups.push_back(GroupOf(item, false)); });
  ForEachItem(root, "each", [&](const Value& item) { declaration.groups.push_back(GroupOf(item, true)); });
  ForEachItem(root, "kubernetes",
              [&](const Value& item) { declaration.groups.push_back(ManifestsOf(item)); });
  ForEachItem(root, "overrides", [&](const Value& item) {
    declaration.overrides.push_back(
        {item.span, TextsAt(item, "files"), TextsAt(item, "ignore"), SettingsAt(item, "rules")});
  });
  declaration.exclude = TextsAt(root, "exclude");
  declaration.rules = SettingsAt(root, "rules");
  declaration.limits = SettingsAt(root, "limits");
  declaration.timeout = TextAt(root, "timeout");
  const Value* strict = value::Find(root, "strict-coverage");
  declaration.strict_coverage = strict != nullptr && strict->kind == Kind::kBool && strict->boolean;
  return declaration;
}

}  // namespace kval::project
