#include "src/project/declaration.h"

#include <string_view>

namespace kval::project {
namespace {

using value::Kind;
using value::Value;

LocatedString TextOf(const Value& value) {
  return {std::string(value.raw), value.span};
}

LocatedString TextAt(const Value& map, std::string_view key) {
  const Value* value = value::Find(map, key);
  return value == nullptr ? LocatedString() : TextOf(*value);
}

// A list of strings, or one string.
std::vector<LocatedString> StringsAt(const Value& map, std::string_view key) {
  std::vector<LocatedString> strings;
  const Value* value = value::Find(map, key);
  if (value == nullptr) {
    return strings;
  }
  if (value->kind != Kind::kSequence) {
    strings.push_back(TextOf(*value));
    return strings;
  }
  for (const Value* item : value->items()) {
    strings.push_back(TextOf(*item));
  }
  return strings;
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

CheckDeclaration GroupOf(const Value& item, bool is_each) {
  CheckDeclaration group;
  group.is_documents = is_each;
  group.at = item.span;
  group.name = TextAt(item, "name");
  group.schema = StringsAt(item, "schema");
  group.values = StringsAt(item, "values");
  group.files = StringsAt(item, "files");
  group.exclude = StringsAt(item, "exclude");
  group.chart = TextAt(item, "chart");
  group.profile = TextAt(item, "profile");
  group.flags = StringsAt(item, "flags");
  return group;
}

// Returns whether a key has this boolean.
bool HasBoolAt(const Value& map, std::string_view key, bool boolean) {
  const Value* found = value::Find(map, key);
  return found != nullptr && found->kind == Kind::kBool && found->boolean == boolean;
}

CheckDeclaration ManifestsOf(const Value& item) {
  CheckDeclaration group;
  group.is_kubernetes = true;
  group.at = item.span;
  group.name = TextAt(item, "name");
  group.files = StringsAt(item, "files");
  group.exclude = StringsAt(item, "exclude");
  group.crds = StringsAt(item, "crds");
  group.locations = StringsAt(item, "schema-locations");
  group.uses_catalog = !HasBoolAt(item, "catalogue", false);
  group.versions = StringsAt(item, "versions");
  group.ignored_kinds = StringsAt(item, "ignore-kinds");
  group.optional_rules = StringsAt(item, "rules");
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
        {item.span, StringsAt(item, "files"), StringsAt(item, "ignore"), SettingsAt(item, "rules")});
  });
  declaration.exclude = StringsAt(root, "exclude");
  declaration.rules = SettingsAt(root, "rules");
  declaration.limits = SettingsAt(root, "limits");
  declaration.timeout = TextAt(root, "timeout");
  declaration.strict_coverage = HasBoolAt(root, "strict-coverage", true);
  return declaration;
}

}  // namespace kval::project
