#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/crd/rules/updated_object.h"
#include "src/check/validation_state.h"
#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/catalog.h"
#include "src/kubernetes/field_rule_checker.h"
#include "src/kubernetes/null_pruning.h"
#include "src/kubernetes/resource.h"
#include "src/kubernetes/step_totals.h"
#include "src/kubernetes/unknown_kinds.h"
#include "src/support/arena.h"
#include "src/support/limits.h"

namespace kval::findings {
class UnknownKeyCollector;
}

namespace kval::kubernetes {

class AdmissionPolicySet;
class DefaultingWebhooks;
class OldObjects;
struct AppliedMutation;
class OptionalRules;
class RatchetedFindings;

struct ManifestValidatorOptions {
  std::vector<size_t> versions;  // of Kubernetes, by their numbers in the table; at least one
  // Kinds to ignore that neither Kubernetes nor a definition among the inputs has: patterns `KIND` or
  // `apiVersion/KIND` with `*`.
  std::vector<std::string> ignored_kinds;
  Limits limits = {};
  const AdmissionPolicySet* policies = nullptr;   // to evaluate for each object; null: none
  bool uses_catalog = true;                       // whether the catalogue has the kinds without a definition
  const OptionalRules* optional_rules = nullptr;  // null: none
  const DefaultingWebhooks* webhooks = nullptr;   // null: none
  const OldObjects* old_objects = nullptr;        // that the objects update; null: they are created
};

// The context of a document.
struct DocumentContext {
  std::string_view file;
  // Whether the file has several documents: then a line number does not identify the resource of a finding.
  bool is_one_of_several = false;
  std::string_view rendered_from;  // the template that the text names, as `helm template` does; may be empty
  bool is_patch = false;           // a part of an object, which neither policies nor optional rules apply to
  bool has_policies = true;        // whether policies apply to the objects
  std::string_view default_namespace = {};  // of objects that name none, for policies; empty: `default`
};

// A number of resources.
struct ResourceCount {
  size_t count = 0;
  std::string first;  // "Certificate of cert-manager.io/v1"

  void Add(const Resource& resource) {
    if (count++ == 0) {
      first = std::string(resource.kind) + " of " + std::string(resource.api_version);
    }
  }
  void Add(const ResourceCount& more) {
    first = count == 0 ? more.first : first;
    count += more.count;
  }
};

// Validates manifests as the API server does on creation, as far as possible without a cluster: routing,
// schema, and rules beyond schemas. Threads: one instance per thread.
class ManifestValidator {
 public:
  // `updated`: of the rules that `bind` makes; it receives the object that each custom resource updates. May
  // be null.
  ManifestValidator(const ManifestValidatorOptions& options, const schemas::kubernetes::ApiTable& table,
                    const CustomKinds& custom, schemas::crd::BindRule bind,
                    schemas::crd::rules::UpdatedObject* updated = nullptr)
      : options_(options),
        updated_(updated),
        costs_{options.limits},
        catalog_(table, custom, std::move(bind), options.limits, options.uses_catalog),
        field_rules_(table) {}

  // Validates one document. Findings go to `emit`, new values to `arena`. Returns the number of resources.
  // With several versions a finding lists those to which it applies, unless it applies to all.
  size_t Document(const value::Value& document, const DocumentContext& origin, Arena& arena,
                  diag::Emitter& emit);
  // Validates the values that a JSON patch sets in the resources that `target` selects, if it selects one
  // kind with a schema. Missing keys may be reported: the patch contains parts of a resource.
  void JsonPatch(const value::Value& operations, const value::Value& target, const DocumentContext& origin,
                 Arena& arena, diag::Emitter& emit);
  // Validates a merge patch for the resources that `targets` select. kustomize replaces the kind of the patch
  // by theirs: a kind without a schema that is not that of the target is replaced here, too, if the target
  // has one kind with a schema; otherwise the patch is not validated.
  void MergePatch(const value::Value& patch, std::span<const value::Value* const> targets,
                  const DocumentContext& origin, Arena& arena, diag::Emitter& emit);
  // Whether a custom definition declares the kind of a document.
  bool IsDefined(const value::Value& document) const;
  // Return the resources since the last call, each once for several versions: those validated with a schema
  // of the catalogue, and those not validated because their kinds are ignored.
  ResourceCount TakeCatalogUse() { return std::exchange(catalog_use_, {}); }
  ResourceCount TakeIgnored() { return std::exchange(ignored_, {}); }
  // Whether a document cannot be an object of Kubernetes (IsNoObject).
  bool IsNoObject(const value::Value& document) const { return kubernetes::IsNoObject(document, catalog_); }
  // The steps for all documents so far, without the cost of CEL rules.
  uint64_t steps() const { return costs_.steps; }
  // The keys that the schemas which it asked so far declare to be secret.
  const types::SecretKeys& secret_keys() const { return catalog_.secret_keys(); }

 private:
  struct Run {
    size_t version;
    const DocumentContext& origin;
    Arena& arena;
    diag::Emitter& emit;
    size_t resources = 0;
  };

  // Whether a resource is ignored, which is counted. `is_known`: the catalogue has the kind; the pattern `*`
  // then does not apply.
  bool IsIgnored(const Resource& resource, bool is_known, size_t version);
  void ValidateInVersion(const value::Value& document, Run& run);
  std::string ApiVersionHint(const Resource& resource, size_t version) const;
  // Reads apiVersion and kind; false when one is missing or unusable, which is reported.
  bool Identify(Resource& resource, Run& run) const;
  void Root(const check::ValueCursor& at, Run& run);
  void ValidateItems(const Resource& list, std::string_view api_version, std::string_view kind, Run& run);
  void Object(const Resource& resource, Run& run);
  // Returns the schema by the definition that fits best, if manifests hold several.
  KindSchema BestDefinition(const Resource& resource, const KindSchema& first, Run& run);
  // Returns 0 if the resource is valid; errors near the root count more than those deep inside.
  size_t MisfitOf(const Resource& resource, const KindSchema& schema, Run& run);
  // A file of kustomize.
  void ValidateKustomization(const value::Value& document, Run& run);
  const value::Value* CheckSchema(const value::Value& written, const KindSchema& schema, NullPolicy nulls,
                                  findings::UnknownKeyCollector& unknown, Run& run);
  // Checks a resource as admission changes it (MutatingAdmissionPolicies).
  void CheckAdmitted(const Resource& written, const KindSchema& schema, Run& run);
  bool IsDecodable(const Resource& resource, const KindSchema& schema, const Run& run);
  // Applies mutations to the resource, and returns them.
  std::vector<AppliedMutation> Mutate(Resource& resource, const KindSchema& schema, Run& run);
  // Checks the schema and the rules beyond it, and what an update may change.
  void Check(const Resource& resource, const KindSchema& schema, Run& run);
  void CheckContent(const Resource& resource, const KindSchema& schema, Run& run);
  // Returns nullopt after a note if there is no old object, or it has another API version.
  std::optional<AdmissionRequest> UpdateOf(const Resource& resource, const KindSchema& schema,
                                           Run& run) const;

  ManifestValidatorOptions options_;
  schemas::crd::rules::UpdatedObject* const updated_;
  const RatchetedFindings* ratcheted_ = nullptr;  // of the custom resource that is updated now
  StepTotals costs_;
  Catalog catalog_;
  ResourceCount catalog_use_, ignored_;
  FieldRuleChecker field_rules_;
};

}  // namespace kval::kubernetes
