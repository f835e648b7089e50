#include <optional>
#include <utility>

#include "src/diag/resource_rule.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/old_objects.h"
#include "src/kubernetes/immutable_fields.h"
#include "src/kubernetes/manifest_validator.h"
#include "src/kubernetes/ratcheted_findings.h"

// The validation of objects that exist before the run.
namespace kval::kubernetes {
namespace {

// Without the notes that a definition has rules for updates, which are evaluated.
class WithoutSkippedRules final : public diag::Sink {
 public:
  explicit WithoutSkippedRules(diag::Emitter& emit) : emit_(emit) {}
  void Consume(diag::Diagnostic finding) override {
    if (finding.kind != diag::Kind::kCelSkipped) {
      emit_.Emit(std::move(finding));
    }
  }

 private:
  diag::Emitter& emit_;
};

constexpr diag::Def<std::string_view, std::string_view> kNotCompared{
    diag::ResourceRule(7299), "this {} is not compared with the old object, which has the API version `{}`"};

constexpr diag::Def<std::string_view, std::string_view> kNoOldObject{
    diag::ResourceRule(7299), "there is no old {} `{}` to compare with: the object was checked as a new one"};

}  // namespace

std::optional<AdmissionRequest> ManifestValidator::UpdateOf(const Resource& resource,
                                                            const KindSchema& schema, Run& run) const {
  if (options_.old_objects == nullptr || run.origin.is_patch) {
    return std::nullopt;
  }
  AdmissionRequest request = MakeRequest(resource, catalog_, run.version);
  options_.old_objects->SetOld(request);
  if (request.old_object == nullptr) {
    run.emit.Report(resource.place(), kNoOldObject, resource.kind, request.name)
        .As(diag::Severity::kNote)
        .Emit();
    return std::nullopt;
  }
  if (request.is_old_known) {
    return std::optional(std::move(request));
  }
  if (schema.source != KindSchema::Source::kBuiltin || HasImmutableFields(request)) {
    run.emit
        .Report(resource.place(), kNotCompared, resource.kind, TextField(request.old_object, "apiVersion"))
        .As(diag::Severity::kNote)
        .Hint("get the old object in the API version of this manifest")
        .Emit();
  }
  return std::nullopt;
}

void ManifestValidator::Check(const Resource& resource, const KindSchema& schema, Run& run) {
  const std::optional<AdmissionRequest> update = UpdateOf(resource, schema, run);
  if (schema.source == KindSchema::Source::kBuiltin && options_.old_objects != nullptr) {
    WithoutSkippedRules evaluated(run.emit);
    diag::Emitter emit(&evaluated);
    Run below{run.version, run.origin, run.arena, emit};
    CheckContent(resource, schema, below);
    if (update) {
      Resource updated = resource;
      updated.k8s_version = catalog_.table().versions()[run.version];
      CheckImmutableFields(*update, updated, run.arena, run.emit);
    }
    return;
  }
  if (!update || updated_ == nullptr) {
    CheckContent(resource, schema, run);
    return;
  }
  check::ValidationState worker(options_.limits.check_steps);
  updated_->schema = schema.definition;
  updated_->old = CompleteCustomResource(*update->old_object, schema, worker, run.arena);
  RatchetedFindings unchanged(
      *updated_, *CompleteCustomResource(*resource.at.value, schema, worker, run.arena), run.emit);
  diag::Emitter emit(&unchanged);
  Run below{run.version, run.origin, run.arena, emit};
  ratcheted_ = &unchanged;
  CheckContent(resource, schema, below);
  ratcheted_ = nullptr;
  updated_->old = nullptr;
  costs_.steps += worker.steps_spent();
}

}  // namespace kval::kubernetes
