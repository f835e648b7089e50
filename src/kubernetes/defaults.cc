#include "src/kubernetes/defaults.h"

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "schemas/crd/rules/bind.h"
#include "src/check/validation_state.h"
#include "src/diag/collector.h"
#include "src/findings/report_violations.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/embedded_resource.h"
#include "src/kubernetes/null_pruning.h"
#include "src/kubernetes/report_at.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/support/native_stack.h"
#include "src/types/model.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kInIdentity{diag::Kind::kBadCrd, "the `{}` of a resource cannot have a default"};
constexpr diag::Def<> kOfRoot{diag::Kind::kBadCrd,
                              "the default of an embedded resource must have `apiVersion` and `kind`"};
constexpr diag::Def<> kInMetadata{diag::Kind::kBadCrd, "the `metadata` of a resource cannot have defaults"};

// Reports findings about a default with the location in the definition.
class OfDefault final : public diag::Sink {
 public:
  OfDefault(const check::ValueCursor& at, diag::Emitter& emit) : at_(at), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override {
    if (finding.has_path) {
      const diag::Path prefix = at_.path();
      finding.path.insert(finding.path.begin(), prefix.begin(), prefix.end());
    }
    finding.notes.push_back(
        "this is about a default: Kubernetes refuses a definition whose defaults do not fit");
    emit_.Emit(std::move(finding));
  }

 private:
  const check::ValueCursor& at_;
  diag::Emitter& emit_;
};

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
  Defaults(const value::Value& schema, const Limits& limits, diag::Emitter& emit)
      : worker_(limits.check_steps),
        model_(&interner_),
        budget_(std::make_shared<schemas::crd::rules::RuleBudget>(limits)),
        emit_(emit) {
    schemas::crd::CrdRequest request;
    request.schema = &schema;
    request.limits = limits;
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
    OfDefault sink(at, emit_);
    diag::Emitter emit(&sink);
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

}  // namespace

void CheckDefaults(const check::ValueCursor& schema, StepTotals& costs, diag::Emitter& emit) {
  if (HasDefault(*schema.value)) {
    Defaults defaults(*schema.value, costs.limits, emit);
    defaults.Node(schema, true);
    costs.steps += defaults.steps();
  }
}

}  // namespace kval::kubernetes
