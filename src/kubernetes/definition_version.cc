#include "src/kubernetes/definition_version.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "schemas/crd/rules/bind.h"
#include "src/check/validation_state.h"
#include "src/check/value_cursor.h"
#include "src/diag/changing_emitter.h"
#include "src/diag/collector.h"
#include "src/findings/report_violations.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/embedded_resource.h"
#include "src/kubernetes/null_pruning.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/structural.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"
#include "src/support/word_list.h"
#include "src/types/model.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kInIdentity{diag::Kind::kBadCrd, "the `{}` of a resource cannot have a default"};
constexpr diag::Def<> kOfRoot{diag::Kind::kBadCrd,
                              "the default of an embedded resource must have `apiVersion` and `kind`"};
constexpr diag::Def<> kInMetadata{diag::Kind::kBadCrd, "the `metadata` of a resource cannot have defaults"};

// Whether a schema, or one that it is made of, states a default: most do not.
bool HasDefault(const value::Value& schema) {
  NeedStack();
  if (schema.kind != Kind::kMapping) {
    return false;
  }
  for (const value::Entry& entry : schema.entries()) {
    const Text key = entry.key->raw;
    const bool is_map = entry.value->kind == Kind::kMapping;
    if (key == "default") {
      return true;
    }
    if ((key == "items" || key == "additionalProperties") && HasDefault(*entry.value)) {
      return true;
    }
    if (key == "properties" && is_map) {
      for (const value::Entry& property : entry.value->entries()) {
        if (HasDefault(*property.value)) {
          return true;
        }
      }
    }
  }
  return false;
}

class Defaults {
 public:
  Defaults(const value::Value& schema, bool limits_numbers, const Limits& limits, diag::Emitter& emit)
      : worker_(limits.check_steps),
        model_(&interner_),
        budget_(std::make_shared<schemas::crd::rules::RuleBudget>(limits)),
        emit_(emit) {
    schemas::crd::CrdRequest request;
    request.schema = &schema;
    request.limits = limits;
    request.limits_numbers = limits_numbers;
    request.is_resource = false;
    request.embedded = EmbeddedResource();
    request.bind = schemas::crd::rules::MakeRuleBinder(budget_);
    request.with_defaults = &types_;
    diag::Collector unheard;
    diag::Emitter silence(&unheard);
    schemas::crd::Compile(request, arena_, model_, silence);
    budget_->Begin();
  }

  void Node(const check::ValueCursor& schema, bool is_root) {
    NeedStack();
    if (schema.value->kind != Kind::kMapping) {
      return;
    }
    Default(schema);
    if (is_root) {
      OfRoot(schema);
    }
    ForEachEntry(schema, [&](const check::ValueCursor& below) {
      const Text keyword = below.key->raw;
      if (keyword == "items" || keyword == "additionalProperties") {
        Node(below, false);
      } else if (keyword == "properties") {
        Properties(below, is_root);
      }
    });
  }

  uint64_t steps() const { return worker_.steps_spent() + budget_->taken(); }

 private:
  void Properties(const check::ValueCursor& properties, bool is_root) {
    ForEachEntry(properties, [&](const check::ValueCursor& property) {
      if (is_root && property.key->raw == "metadata") {
        Metadata(property);
      } else if (is_root && (property.key->raw == "apiVersion" || property.key->raw == "kind")) {
        Identity(property);
      } else {
        Node(property, false);
      }
    });
  }

  void Default(const check::ValueCursor& schema) {
    for (const value::Entry& entry : schema.value->entries()) {
      if (entry.key->raw == "default" && entry.value->kind != Kind::kNull) {
        if (const auto type = types_.find(schema.value); type != types_.end()) {
          Check(schema.Entry(entry), type->second);
        }
      }
    }
  }

  void Check(const check::ValueCursor& at, types::TypeId type) {
    diag::ChangingEmitter emit(emit_, [&at](diag::Diagnostic& finding) {
      if (finding.has_path) {
        const diag::Path prefix = at.path();
        finding.path.insert(finding.path.begin(), prefix.begin(), prefix.end());
      }
      finding.notes.push_back(
          "this is about a default: Kubernetes refuses a definition whose defaults do not fit");
    });
    const value::Value* value = PruneNulls(*at.value, type, model_, NullPolicy::kCustom, arena_);
    findings::ReportOptions options;
    options.dialect = value::Dialect::kK8s;
    findings::ReportShapeViolations(*value, type, model_, options, worker_, emit);
    findings::ReportRuleViolations(*value, type, model_, worker_, emit);
  }

  // The default of a whole resource includes apiVersion and kind.
  void OfRoot(const check::ValueCursor& schema) {
    const std::optional<check::ValueCursor> stated = At(schema, "default");
    if (!stated || stated->value->kind != Kind::kMapping || IsRecovered(*stated->value)) {
      return;
    }
    if (GetStringField(*stated, "apiVersion").empty() || GetStringField(*stated, "kind").empty()) {
      ReportAtKey(emit_, *stated, kOfRoot).Emit();
    }
  }

  // A resource states its own apiVersion and kind.
  void Identity(const check::ValueCursor& schema) {
    if (const std::optional<check::ValueCursor> stated = At(schema, "default")) {
      ReportAtKey(emit_, *stated, kInIdentity, check::KeyName(*schema.key)).Emit();
    }
  }

  void Metadata(const check::ValueCursor& metadata) {
    if (const std::optional<check::ValueCursor> stated = At(metadata, "default")) {
      ReportAtKey(emit_, *stated, kInMetadata).Emit();
    }
    if (const std::optional<check::ValueCursor> properties = At(metadata, "properties")) {
      ForEachEntry(*properties, [&](const check::ValueCursor& property) {
        if (const std::optional<check::ValueCursor> stated = At(property, "default")) {
          ReportAtKey(emit_, *stated, kInMetadata).Emit();
        }
      });
    }
  }

  check::ValidationState worker_;  // one budget, as the rules have, for all defaults of the definition
  Arena arena_;
  Interner interner_;
  types::Model model_;
  std::shared_ptr<schemas::crd::rules::RuleBudget> budget_;
  std::unordered_map<const value::Value*, types::TypeId> types_;
  diag::Emitter& emit_;
};

// Checks every default in the openAPIV3Schema of a definition, which must be structural, against the schema
// that states it, as if it were a value: its shape, keys and rules. From k8s.io/apiextensions-apiserver,
// pkg/apiserver/schema/defaulting/validation.go.
void CheckDefaults(const check::ValueCursor& schema, bool limits_numbers, StepTotals& costs,
                   diag::Emitter& emit) {
  if (HasDefault(*schema.value)) {
    Defaults defaults(*schema.value, limits_numbers, costs.limits, emit);
    defaults.Node(schema, true);
    costs.steps += defaults.steps();
  }
}

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
  constexpr Text kAllowed =
      "description type format title maximum exclusiveMaximum minimum exclusiveMinimum maxLength "
      "minLength pattern maxItems minItems uniqueItems multipleOf required items properties "
      "externalDocs example x-kubernetes-preserve-unknown-fields x-kubernetes-validations";
  // `additionalProperties` and `nullable` are reported for any root.
  constexpr Text kReported = "additionalProperties nullable";
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
        if (is_set && !HasWord(kAllowed, key) && !HasWord(kReported, key) && !IsForbiddenKeyword(key)) {
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
    if (!text.empty() && !HasWord("boolean date integer number string", text)) {
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
      CheckDefaults(*schema, k8s_minor >= 36, costs, emit);
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
