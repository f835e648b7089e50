#include "src/kubernetes/definition_version.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "schemas/crd/rules/bind.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/defaults.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/structural.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kNoSchema{diag::Kind::kBadCrd, "the version `{}` has no schema"};
constexpr diag::Def<Text> kPath{diag::Kind::kBadCrd, "`{}` is not a simple path: it must start with a dot"};
constexpr diag::Def<Text> kNoField{diag::Kind::kBadCrd, "`{}` does not refer to a field of a scalar type"};
constexpr diag::Def<Text> kColumn{
    diag::Kind::kBadCrd, "a column cannot have the type `{}`: boolean, date, integer, number and string are"};
constexpr diag::Def<Text> kAtRoot{
    diag::Kind::kBadCrd, "`{}` is not allowed at the root of a schema with the subresource `status`"};
constexpr diag::Def<Text> kFieldTwice{diag::Kind::kBadCrd, "the field `{}` can be selected already"};
constexpr diag::Def<size_t> kManyFields{diag::Kind::kBadCrd, "{} selectable fields, at most 8 are allowed"};
constexpr diag::Def<Text, Text> kScalePath{diag::Kind::kBadCrd, "`{}` must refer to a field below {}"};

// `.spec.replicas`: names after dots. The names are not checked: validateSimpleJSONPath.
bool IsSimplePath(Text path) {
  return path.starts_with(".") && path.size() > 1;
}

// The schema that a simple path leads to from the root of a schema.
std::optional<Text> TypeAt(const value::Value* schema, Text path) {
  while (schema != nullptr && schema->kind == Kind::kMapping && !path.empty()) {
    path.remove_prefix(1);
    const size_t end = std::min(path.find('.'), path.size());
    const value::Value* properties = value::Find(*schema, "properties");
    schema = properties == nullptr                ? value::Find(*schema, "additionalProperties")
             : properties->kind != Kind::kMapping ? nullptr
                                                  : value::Find(*properties, path.substr(0, end));
    path.remove_prefix(end);
  }
  const value::Value* type =
      schema == nullptr || schema->kind != Kind::kMapping ? nullptr : value::Find(*schema, "type");
  return type == nullptr ? std::nullopt : std::optional(type->raw);
}

// With the subresource `status` the root must be simple, because the status is validated by a part of it.
void CheckRoot(const check::ValueCursor& version, diag::Emitter& emit) {
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
  // `additionalProperties` and `nullable` are reported for any root.
  constexpr Text kReported[] = {"additionalProperties", "nullable"};
  const auto is_in = [](auto& list, Text key) {
    return std::find(std::begin(list), std::end(list), key) != std::end(list);
  };
  Follow(version, {"subresources", "status"}, [&](const check::ValueCursor&) {
    Follow(version, {"schema", "openAPIV3Schema"}, [&](const check::ValueCursor& schema) {
      ForEachEntry(schema, [&](const check::ValueCursor& entry) {
        const value::Value& set = *entry.value;
        const bool is_zero = set.kind == Kind::kNull || (set.kind == Kind::kBool && !set.boolean) ||
                             (set.kind == Kind::kString && set.raw.empty()) ||
                             (set.kind == Kind::kMapping && set.entries().empty()) ||
                             (set.kind == Kind::kSequence && set.items().empty());
        const Text key = entry.key->raw;
        const bool is_set = key == "default" ? set.kind != Kind::kNull : !is_zero;
        if (is_set && !is_in(kAllowed, key) && !is_in(kReported, key) && !IsForbiddenKeyword(key)) {
          ReportAtKey(emit, entry, kAtRoot, key).Emit();
        }
      });
    });
  });
}

void CheckScale(const check::ValueCursor& version, diag::Emitter& emit) {
  struct PathRule {
    Text key, below;
  };
  constexpr PathRule kPaths[] = {
      {"specReplicasPath", ".spec."}, {"statusReplicasPath", ".status."}, {"labelSelectorPath", {}}};
  Follow(version, {"subresources", "scale"}, [&](const check::ValueCursor& scale) {
    for (const PathRule& row : kPaths) {
      const std::optional<check::ValueCursor> path = At(scale, row.key);
      const Text text = path ? TextOf(*path) : Text();
      if (!text.empty() && !IsSimplePath(text)) {
        ReportAt(emit, *path, kPath, text).Emit();
      } else if (row.below.empty() && !text.empty() && !text.starts_with(".spec.") &&
                 !text.starts_with(".status.")) {
        ReportAt(emit, *path, kScalePath, row.key, "`.spec.` or `.status.`").Emit();
      } else if (!text.empty() && !text.starts_with(row.below)) {
        ReportAt(emit, *path, kScalePath, row.key, "`" + std::string(row.below) + "`").Emit();
      }
    }
  });
}

void CheckColumns(const check::ValueCursor& version, diag::Emitter& emit) {
  ForEachItemOf(version, "additionalPrinterColumns", [&](const check::ValueCursor& column) {
    const std::optional<check::ValueCursor> type = At(column, "type");
    const Text text = type ? TextOf(*type) : Text();
    constexpr Text kTypes[] = {"boolean", "date", "integer", "number", "string"};
    if (!text.empty() && std::find(std::begin(kTypes), std::end(kTypes), text) == std::end(kTypes)) {
      ReportAt(emit, *type, kColumn, text).Emit();
    }
    const std::optional<check::ValueCursor> path = At(column, "jsonPath");
    if (path && !TextOf(*path).empty() && TextOf(*path).front() != '.') {
      ReportAt(emit, *path, kPath, TextOf(*path)).Emit();
    }
  });
}

// ValidateCustomResourceSelectableFields.
void CheckSelectable(const check::ValueCursor& version, const value::Value* schema, diag::Emitter& emit) {
  constexpr size_t kMax = 8;
  TextMap<Text, source::Span> seen;
  ForEachItemOf(version, "selectableFields", [&](const check::ValueCursor& field) {
    const std::optional<check::ValueCursor> path = At(field, "jsonPath");
    const Text text = path ? TextOf(*path) : Text();
    if (text.empty()) {
      return;
    }
    const bool is_path = text.starts_with(".") && text.find_first_of("[]") == Text::npos;
    const std::optional<Text> type = is_path ? TypeAt(schema, text) : std::nullopt;
    const bool is_scalar = type == "string" || type == "integer" || type == "boolean";
    if (!is_scalar || text.starts_with(".metadata")) {
      ReportAt(emit, *path, kNoField, text).Emit();
    } else if (const auto [first, is_new] = seen.emplace(text, path->value->span); !is_new) {
      ReportAt(emit, *path, kFieldTwice, text).Related(first->second, "the first one").Emit();
    }
  });
  if (seen.size() > kMax) {
    ReportAtKey(emit, *At(version, "selectableFields"), kManyFields, seen.size()).Emit();
  }
}

}  // namespace

void CheckDefinitionVersion(const check::ValueCursor& version, uint32_t k8s_minor, StepTotals& costs,
                            diag::Emitter& emit) {
  const std::optional<check::ValueCursor> name = At(version, "name");
  const std::optional<check::ValueCursor> holder = At(version, "schema");
  const std::optional<check::ValueCursor> schema = holder ? At(*holder, "openAPIV3Schema") : std::nullopt;
  if (schema) {
    const size_t before = emit.error_count();
    CheckStructural(*schema, costs.limits, emit);
    if (emit.error_count() == before && !IsRecovered(*schema->value)) {
      CheckDefaults(*schema, costs, emit);
    }
    schemas::crd::rules::ValidateRules(*schema->value, schema->path(), k8s_minor, emit);
  } else if (name && !IsRecovered(*version.value)) {
    ReportAt(emit, *name, kNoSchema, TextOf(*name)).Emit();
  }
  CheckRoot(version, emit);
  CheckScale(version, emit);
  CheckColumns(version, emit);
  CheckSelectable(version, schema ? schema->value : nullptr, emit);
}

}  // namespace kval::kubernetes
