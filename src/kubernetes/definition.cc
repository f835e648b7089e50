#include "src/kubernetes/definition.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "schemas/crd/rules/bind.h"
#include "src/kubernetes/defaults.h"
#include "src/kubernetes/internal_path.h"
#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/structural.h"
#include "src/kubernetes/tell.h"
#include "src/kubernetes/webhook.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kName{diag::Kind::kBadCrd,
                                "the definition must be called `{}`, by its plural and group"};
constexpr diag::Def<Text, Text> kPart{diag::Kind::kBadCrd, "`{}` cannot be a name here: {}"};
constexpr diag::Def<> kGroup{diag::Kind::kBadCrd, "the group must be a domain with a dot in it"};
constexpr diag::Def<> kListKind{diag::Kind::kBadCrd, "`listKind` must differ from `kind`"};
constexpr diag::Def<Text> kTwice{diag::Kind::kBadCrd, "the version `{}` is there already"};
constexpr diag::Def<> kNoStorage{diag::Kind::kBadCrd, "no version has `storage: true`: exactly one must"};
constexpr diag::Def<> kTwoStorages{diag::Kind::kBadCrd, "another version has `storage: true` already"};
constexpr diag::Def<Text> kNoSchema{diag::Kind::kBadCrd, "the version `{}` has no schema"};
constexpr diag::Def<> kPreserve{
    diag::Kind::kBadCrd, "`preserveUnknownFields` cannot be true: say it in the schema of each version"};
constexpr diag::Def<Text> kPath{diag::Kind::kBadCrd, "`{}` is no simple path: one begins with a dot"};
constexpr diag::Def<Text> kNoField{diag::Kind::kBadCrd, "`{}` leads to no field of a scalar type"};
constexpr diag::Def<Text> kColumn{
    diag::Kind::kBadCrd, "a column cannot have the type `{}`: boolean, date, integer, number and string are"};
constexpr diag::Def<> kNotDeprecated{diag::Kind::kBadCrd,
                                     "`deprecationWarning` is for versions with `deprecated: true`"};
constexpr diag::Def<Text> kScope{diag::Kind::kBadCrd,
                                 "the scope cannot be `{}`: it is Cluster or Namespaced"};
constexpr diag::Def<Text> kNoWebhook{diag::Kind::kBadCrd,
                                     "required key `{}` is missing: the strategy Webhook needs it"};
constexpr diag::Def<Text> kAtRoot{
    diag::Kind::kBadCrd, "`{}` cannot stand at the root of a schema whose kind has the subresource `status`"};
constexpr diag::Def<> kNotByWebhook{diag::Kind::kBadCrd, "`webhook` is for the strategy Webhook"};
constexpr diag::Def<Text, Text> kScalePath{diag::Kind::kBadCrd, "`{}` must lead below {}"};

void CheckLabel(const check::Trail& at, bool folds_case, diag::Emitter& emit) {
  const Text text = TextOf(at);
  const std::string why =
      text.empty() ? "" : WhyNot("dns1035-label", folds_case ? Lowered(text) : std::string(text));
  if (!why.empty()) {
    Tell(emit, at, kPart, text, why).Emit();
  }
}

void CheckNames(const Resource& resource, const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> group = At(spec, "group");
  if (group && group->value->kind == Kind::kString && TextOf(*group).empty()) {
    Tell(emit, *group, kGroup).Emit();
  } else if (group && !TextOf(*group).empty()) {
    const std::string why = WhyNot("dns1123-subdomain", TextOf(*group));
    if (!why.empty()) {
      Tell(emit, *group, kPart, TextOf(*group), why).Emit();
    } else if (TextOf(*group).find('.') == Text::npos) {
      Tell(emit, *group, kGroup).Emit();
    }
  }
  const std::optional<check::Trail> names = At(spec, "names");
  if (!names) {
    return;
  }
  for (const Text key : {Text("plural"), Text("singular"), Text("kind"), Text("listKind")}) {
    if (const std::optional<check::Trail> name = At(*names, key)) {
      CheckLabel(*name, key == "kind" || key == "listKind", emit);
      // Those of a status may be empty.
      if ((key == "kind" || key == "plural") && name->value->kind == Kind::kString && TextOf(*name).empty()) {
        Tell(emit, *name, kPart, "", "it is empty").Emit();
      }
    }
  }
  for (const Text key : {Text("shortNames"), Text("categories")}) {
    ForEachItemOf(*names, key, [&](const check::Trail& item) { CheckLabel(item, false, emit); });
  }
  const std::optional<check::Trail> list = At(*names, "listKind");
  if (list && !TextOf(*list).empty() && TextOf(*list) == TextAt(*names, "kind")) {
    Tell(emit, *list, kListKind).Emit();
  }
  const std::optional<check::Trail> metadata = At(resource.at, "metadata");
  const std::string wanted = std::string(TextAt(*names, "plural")) + "." + std::string(TextAt(spec, "group"));
  const bool is_said = metadata && group && !TextOf(*group).empty() && !TextAt(*names, "plural").empty();
  for (const Text key : {Text("name"), Text("generateName")}) {
    const std::optional<check::Trail> name = is_said ? At(*metadata, key) : std::nullopt;
    if (name && !TextOf(*name).empty() && TextOf(*name) != wanted) {
      Tell(emit, *name, kName, wanted).Emit();
    }
  }
}

// The schema that a simple path leads to from the root of a schema.
std::optional<Text> TypeAt(const value::Value* schema, Text path) {
  while (schema != nullptr && schema->kind == Kind::kMapping && !path.empty()) {
    path.remove_prefix(1);
    const size_t end = std::min(path.find('.'), path.size());
    const value::Value* properties = value::Find(*schema, "properties");
    schema = properties == nullptr || properties->kind != Kind::kMapping
                 ? nullptr
                 : value::Find(*properties, path.substr(0, end));
    path.remove_prefix(end);
  }
  const value::Value* type =
      schema == nullptr || schema->kind != Kind::kMapping ? nullptr : value::Find(*schema, "type");
  return type == nullptr ? std::nullopt : std::optional(type->raw);
}

// Beside the subresource `status` the root says little, for the status is judged alone by a part of it.
void CheckRoot(const check::Trail& version, diag::Emitter& emit) {
  constexpr Text kAllowed[] = {"description",
                               "type",
                               "format",
                               "title",
                               "maximum",
                               "exclusiveMaximum",
                               "minimum",
                               "exclusiveMinimum",
                               "maxLength",
                               "minLength",
                               "pattern",
                               "maxItems",
                               "minItems",
                               "uniqueItems",
                               "multipleOf",
                               "required",
                               "items",
                               "properties",
                               "externalDocs",
                               "example",
                               "x-kubernetes-preserve-unknown-fields",
                               "x-kubernetes-validations"};
  constexpr Text kStatus[] = {"subresources", "status"};
  constexpr Text kSchema[] = {"schema", "openAPIV3Schema"};
  // `additionalProperties` and `nullable` are told at any root.
  constexpr Text kTold[] = {"additionalProperties", "nullable"};
  const auto is_in = [](auto& list, Text key) {
    return std::find(std::begin(list), std::end(list), key) != std::end(list);
  };
  Follow(version, kStatus, [&](const check::Trail&) {
    Follow(version, kSchema, [&](const check::Trail& schema) {
      ForEachEntry(schema, [&](const check::Trail& entry) {
        const value::Value& set = *entry.value;
        const bool is_zero = set.kind == Kind::kNull || (set.kind == Kind::kBool && !set.boolean) ||
                             (set.kind == Kind::kString && set.raw.empty()) ||
                             (set.kind == Kind::kMapping && set.entries().empty()) ||
                             (set.kind == Kind::kSequence && set.items().empty());
        const Text key = entry.key->raw;
        if (!is_zero && !is_in(kAllowed, key) && !is_in(kTold, key) && !IsRefusedKeyword(key)) {
          TellKey(emit, entry, kAtRoot, key).Emit();
        }
      });
    });
  });
}

void CheckScale(const check::Trail& version, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"subresources", "scale"};
  struct PathRule {
    Text key, below;
  };
  constexpr PathRule kPaths[] = {
      {"specReplicasPath", ".spec."}, {"statusReplicasPath", ".status."}, {"labelSelectorPath", ".s"}};
  Follow(version, kKeys, [&](const check::Trail& scale) {
    for (const PathRule& row : kPaths) {
      const std::optional<check::Trail> path = At(scale, row.key);
      const Text text = path ? TextOf(*path) : Text();
      if (!text.empty() && !IsSimplePath(text)) {
        Tell(emit, *path, kPath, text).Emit();
      } else if (!text.empty() && !text.starts_with(row.below)) {
        Tell(emit, *path, kScalePath, row.key, "`" + std::string(row.below) + "`").Emit();
      }
    }
  });
}

void CheckColumns(const check::Trail& version, diag::Emitter& emit) {
  ForEachItemOf(version, "additionalPrinterColumns", [&](const check::Trail& column) {
    const std::optional<check::Trail> type = At(column, "type");
    const Text text = type ? TextOf(*type) : Text();
    constexpr Text kTypes[] = {"boolean", "date", "integer", "number", "string"};
    if (!text.empty() && std::find(std::begin(kTypes), std::end(kTypes), text) == std::end(kTypes)) {
      Tell(emit, *type, kColumn, text).Emit();
    }
    const std::optional<check::Trail> path = At(column, "jsonPath");
    if (path && !TextOf(*path).empty() && TextOf(*path).front() != '.') {
      Tell(emit, *path, kPath, TextOf(*path)).Emit();
    }
  });
}

void CheckSelectable(const check::Trail& version, const value::Value* schema, diag::Emitter& emit) {
  ForEachItemOf(version, "selectableFields", [&](const check::Trail& field) {
    const std::optional<check::Trail> path = At(field, "jsonPath");
    const Text text = path ? TextOf(*path) : Text();
    if (text.empty()) {
      return;
    }
    const std::optional<Text> type = IsSimplePath(text) ? TypeAt(schema, text) : std::nullopt;
    const bool is_scalar = type == "string" || type == "integer" || type == "boolean";
    if (!is_scalar || text.starts_with(".metadata")) {
      Tell(emit, *path, kNoField, text).Emit();
    }
  });
}

// 35 of `1.35`.
uint32_t MinorOf(std::string_view version) {
  uint32_t minor = 0;
  const size_t dot = version.find('.') + 1;
  std::from_chars(version.data() + dot, version.data() + version.size(), minor);
  return minor;
}

void CheckVersion(const check::Trail& version, uint32_t k8s_minor, Costs& costs, diag::Emitter& emit) {
  const std::optional<check::Trail> name = At(version, "name");
  if (name) {
    CheckLabel(*name, false, emit);
  }
  const std::optional<check::Trail> warning = At(version, "deprecationWarning");
  if (warning && !IsTrue(At(version, "deprecated"))) {
    TellKey(emit, *warning, kNotDeprecated).Emit();
  }
  const std::optional<check::Trail> holder = At(version, "schema");
  const std::optional<check::Trail> schema = holder ? At(*holder, "openAPIV3Schema") : std::nullopt;
  if (schema) {
    const size_t before = emit.error_count();
    CheckStructural(*schema, costs.limits, emit);
    if (emit.error_count() == before && !HasGap(*schema->value)) {
      CheckDefaults(*schema, costs, emit);
    }
    schemas::crd::rules::JudgeRules(*schema->value, k8s_minor, emit);
  } else if (name && !HasGap(*version.value)) {
    Tell(emit, *name, kNoSchema, TextOf(*name)).Emit();
  }
  CheckRoot(version, emit);
  CheckScale(version, emit);
  CheckColumns(version, emit);
  CheckSelectable(version, schema ? schema->value : nullptr, emit);
}

// Findings about the only version: the API server's own messages name its places otherwise.
class OfOnlyVersion final : public diag::Sink {
 public:
  explicit OfOnlyVersion(diag::Emitter& emit) : emit_(emit) {}
  void Consume(diag::Diagnostic finding) override {
    if (const std::string path = finding.has_path ? InternalPath(finding.path) : std::string();
        !path.empty()) {
      finding.notes.push_back("the API server calls this place `" + path + "`");
    }
    emit_.Emit(std::move(finding));
  }

 private:
  diag::Emitter& emit_;
};

void CheckVersions(const check::Trail& versions, uint32_t k8s_minor, Costs& costs, diag::Emitter& emit) {
  TextMap<Text, source::Span> seen;
  source::Span stored;
  ForEachItem(versions, [&](const check::Trail& version) {
    CheckVersion(version, k8s_minor, costs, emit);
    const std::optional<check::Trail> name = At(version, "name");
    if (name && !TextOf(*name).empty()) {
      const auto [first, is_new] = seen.emplace(TextOf(*name), name->value->span);
      if (!is_new) {
        Tell(emit, *name, kTwice, TextOf(*name)).Related(first->second, "the first one").Emit();
      }
    }
    const std::optional<check::Trail> storage = At(version, "storage");
    if (IsTrue(storage) && stored.has_value()) {
      Tell(emit, *storage, kTwoStorages).Related(stored, "the other one").Emit();
    } else if (IsTrue(storage)) {
      stored = storage->value->span;
    }
  });
  if (!stored.has_value() && versions.value->kind == Kind::kSequence && !HasGap(*versions.value)) {
    Tell(emit, versions, kNoStorage).Emit();
  }
}

// apiextensions-apiserver, pkg/apis/apiextensions/validation, validateCustomResourceConversion.
void CheckConversion(const check::Trail& conversion, diag::Emitter& emit) {
  const Text strategy = TextAt(conversion, "strategy");
  const std::optional<check::Trail> webhook = At(conversion, "webhook");
  const bool is_by_webhook = strategy == "Webhook";
  if (is_by_webhook && !webhook && !HasMisspelt(conversion, "webhook") && !HasGap(*conversion.value)) {
    TellMissing(emit, conversion, "webhook", kNoWebhook, "webhook").Emit();
  } else if (is_by_webhook && webhook && webhook->value->kind == Kind::kMapping &&
             !At(*webhook, "clientConfig") && !HasMisspelt(*webhook, "clientConfig") &&
             !HasGap(*webhook->value)) {
    TellMissing(emit, *webhook, "clientConfig", kNoWebhook, "clientConfig").Emit();
  } else if (const std::optional<check::Trail> config = webhook ? At(*webhook, "clientConfig") : std::nullopt;
             is_by_webhook && config) {
    CheckWebhookClient(*config, emit);
  } else if (strategy == "None" && webhook && webhook->value->kind == Kind::kMapping &&
             !webhook->value->entries().empty()) {
    TellKey(emit, *webhook, kNotByWebhook).Emit();
  }
}

}  // namespace

bool IsSimplePath(Text path) {
  return path.starts_with(".") && path.size() > 1 && path.find_first_of("[]*()@$") == Text::npos;
}

void CheckDefinition(const Resource& resource, Costs& costs, diag::Emitter& emit) {
  const std::optional<check::Trail> spec = At(resource.at, "spec");
  if (!spec || spec->value->kind != Kind::kMapping) {
    return;
  }
  CheckNames(resource, *spec, emit);
  const std::optional<check::Trail> scope = At(*spec, "scope");
  if (scope && scope->value->kind == Kind::kString && TextOf(*scope) != "Cluster" &&
      TextOf(*scope) != "Namespaced") {
    Tell(emit, *scope, kScope, TextOf(*scope)).Emit();
  }
  if (const std::optional<check::Trail> conversion = At(*spec, "conversion")) {
    CheckConversion(*conversion, emit);
  }
  if (const std::optional<check::Trail> preserve = At(*spec, "preserveUnknownFields"); IsTrue(preserve)) {
    TellKey(emit, *preserve, kPreserve).Emit();
  }
  if (const std::optional<check::Trail> versions = At(*spec, "versions")) {
    const bool is_only = versions->value->kind == Kind::kSequence && versions->value->items().size() == 1;
    OfOnlyVersion sink(emit);
    diag::Emitter with_path(&sink);
    CheckVersions(*versions, MinorOf(resource.k8s_version), costs, is_only ? with_path : emit);
  }
}

}  // namespace kval::kubernetes
