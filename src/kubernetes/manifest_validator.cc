#include "src/kubernetes/manifest_validator.h"

#include <algorithm>

#include "src/check/describe.h"
#include "src/check/fits.h"
#include "src/diag/changing_emitter.h"
#include "src/findings/cascade_filter.h"
#include "src/findings/report_violations.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/admission/merge_schema.h"
#include "src/kubernetes/admission/mutation_findings.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/kubernetes/builtin_findings.h"
#include "src/kubernetes/catalog_findings.h"
#include "src/kubernetes/defaulting_webhooks.h"
#include "src/kubernetes/kind_pattern.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/missing_head.h"
#include "src/kubernetes/practices/optional_rules.h"
#include "src/kubernetes/ratcheted_findings.h"
#include "src/kubernetes/version_merger.h"
#include "src/support/substitute.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kNoMap{diag::Kind::kTypeMismatch,
                                 "expected a resource, a map with apiVersion and kind, found {}"};
constexpr diag::Def<> kMissingBoth{
    diag::Kind::kMissingRequired,
    "required keys `apiVersion` and `kind` are missing: this is not a resource"};
constexpr diag::Def<Text, Text> kNotText{diag::Kind::kTypeMismatch, "`{}` must be a string, found {}"};
constexpr diag::Def<Text> kNoItems{diag::Kind::kTypeMismatch, "expected a list of resources, found {}"};
constexpr diag::Def<> kListInList{diag::Kind::kUnknownResource, "a List inside a List is not checked"};
constexpr diag::Def<Text, Text> kNoSchema{
    diag::Kind::kUnknownResource, "{} of {} has a definition without a schema, so it was not checked"};

// The file that kustomize or kpt has noted in an annotation.
Text NotedFile(const check::ValueCursor& metadata) {
  const std::optional<check::ValueCursor> annotations = At(metadata, "annotations");
  for (const Text key : {Text("internal.config.kubernetes.io/path"), Text("config.kubernetes.io/path")}) {
    if (const Text file = annotations ? GetStringField(*annotations, key) : Text(); !file.empty()) {
      return file;
    }
  }
  return {};
}

// `Deployment web`, and the file that it is from where helm, kustomize or kpt has noted it.
std::string NameOf(const Resource& resource, Text rendered_from) {
  std::string name(resource.kind);
  Text file = rendered_from;
  if (const std::optional<check::ValueCursor> metadata = At(resource.at, "metadata"); metadata) {
    if (const Text text = GetStringField(*metadata, "name"); !text.empty()) {
      name += " " + InOneLine(text);
    }
    file = file.empty() ? NotedFile(*metadata) : file;
  }
  return file.empty() ? name : name + ", from " + std::string(file);
}

}  // namespace

bool ManifestValidator::IsDefined(const value::Value& document) const {
  if (document.kind != Kind::kMapping) {
    return false;
  }
  const value::Value* const api_version = value::Find(document, "apiVersion");
  const value::Value* const kind = value::Find(document, "kind");
  return api_version != nullptr && kind != nullptr &&
         catalog_.custom().Find(api_version->raw, kind->raw) != nullptr;
}

size_t ManifestValidator::Document(const value::Value& document, const DocumentContext& origin, Arena& arena,
                                   diag::Emitter& emit) {
  const Text path = origin.file;
  if (document.kind == Kind::kNull || document.gap == value::Recovery::kError) {
    return 0;
  }
  if (IsKustomization(document, path)) {
    Run run{options_.versions.front(), origin, arena, emit};
    ValidateKustomization(document, run);
    return 1;
  }
  Run run{options_.versions.front(), origin, arena, emit};
  if (options_.versions.size() == 1) {
    ValidateInVersion(document, run);
    return run.resources;
  }
  VersionMerger found(catalog_.table());
  for (const size_t version : options_.versions) {
    diag::Collector collector;
    diag::Emitter to_collector(&collector);
    Run one{version, origin, arena, to_collector};
    ValidateInVersion(document, one);
    run.resources = one.resources;
    found.Add(version, collector.Release());
  }
  found.Emit(options_.versions.size(), emit);
  return run.resources;
}

void ManifestValidator::ValidateInVersion(const value::Value& document, Run& run) {
  const check::ValueCursor at = check::ValueCursor::Document(document);
  if (document.kind != Kind::kMapping) {
    if (document.gap == value::Recovery::kError) {
      return;
    }
    run.emit.Report(document.span, kNoMap, check::FoundName(document)).At({}).Emit();
    return;
  }
  Root(at, run);
}

// "set `apiVersion: apps/v1`", by the kind of the resource; empty for an unknown kind.
std::string ManifestValidator::ApiVersionHint(const Resource& resource, size_t version) const {
  constexpr size_t kMax = 3;
  const value::Value* const kind = resource.kind_value;
  std::vector<std::string> names;
  if (kind != nullptr && kind->kind == Kind::kString) {
    for (const schemas::kubernetes::Api& api : catalog_.table().Apis()) {
      if (api.kind == kind->raw && (api.versions >> version & 1U) != 0) {
        names.emplace_back(api.api_version);
      }
    }
  }
  if (names.empty() || names.size() > kMax) {
    return {};
  }
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "set `apiVersion: " : " or `apiVersion: ") + name + "`";
  }
  return text;
}

bool ManifestValidator::Identify(Resource& resource, Run& run) const {
  const value::Value& value = *resource.at.value;
  resource.api_version_value = value::Find(value, "apiVersion");
  resource.kind_value = value::Find(value, "kind");
  const auto is_missing = [](const value::Value* found) {
    return found == nullptr || found->kind == Kind::kNull ||
           (found->kind == Kind::kString && found->raw.empty());
  };
  const bool has_gap = IsRecovered(value);
  if (is_missing(resource.api_version_value) && is_missing(resource.kind_value)) {
    if (!has_gap) {
      run.emit.Report(check::PlaceOf(resource.at.key, value), kMissingBoth).At(resource.at.path()).Emit();
    }
    return false;
  }
  bool is_known = true;
  for (auto& [name, found, text] :
       {std::tuple(Text("apiVersion"), resource.api_version_value, &resource.api_version),
        std::tuple(Text("kind"), resource.kind_value, &resource.kind)}) {
    diag::Path path = resource.at.path();
    path.push_back(diag::PathStep::Key(name));
    if (is_missing(found)) {
      is_known = false;
      if (!has_gap && (found == nullptr || !IsRecovered(*found))) {
        ReportMissingHead(resource.at, name, found,
                          name == "apiVersion" ? ApiVersionHint(resource, run.version) : "", run.emit);
      }
    } else if (found->kind != Kind::kString || found->gap == value::Recovery::kError) {
      is_known = false;
      if (!IsRecovered(*found)) {
        const std::optional<check::ValueCursor> entry = At(resource.at, name);
        run.emit.Report(check::PlaceOf(entry->key, *found), kNotText, name, check::FoundName(*found))
            .At(path)
            .Emit();
      }
    } else {
      *text = found->raw;
    }
  }
  return is_known;
}

void ManifestValidator::Root(const check::ValueCursor& at, Run& run) {
  Resource resource{at, {}, {}};
  if (!Identify(resource, run)) {
    return;
  }
  const std::optional<check::ValueCursor> items = At(at, "items");
  // What functions of kustomize and kpt are given is a list, too.
  const bool is_list =
      (resource.kind == "List" && resource.api_version == "v1") ||
      (resource.kind == "ResourceList" && resource.api_version.starts_with("config.kubernetes.io/"));
  if (is_list) {
    if (resource.kind == "List" && value::Find(*at.value, "items") == nullptr && !IsRecovered(*at.value)) {
      ReportNoItems(at, run.emit);
    }
    ValidateItems(resource, {}, {}, run);
    return;
  }
  const bool is_typed = resource.kind.size() > 4 && resource.kind.ends_with("List") && items &&
                        items->value->kind == Kind::kSequence;
  if (is_typed) {
    // The list itself has a schema for built-in kinds alone; its items are resources all the same.
    const Text kind = resource.kind.substr(0, resource.kind.size() - 4);
    const KindSchema of_item = catalog_.Find(resource.api_version, kind, run.version, run.origin.file);
    if (of_item.source != KindSchema::Source::kNone) {
      ValidateItems(resource, resource.api_version, kind, run);
      return;
    }
  }
  Object(resource, run);
}

// Items of a list have their own apiVersion and kind, or those of the list.
void ManifestValidator::ValidateItems(const Resource& list, Text api_version, Text kind, Run& run) {
  const std::optional<check::ValueCursor> items = At(list.at, "items");
  if (items && items->value->kind != Kind::kSequence && !IsRecovered(*items->value)) {
    run.emit.Report(check::PlaceOf(items->key, *items->value), kNoItems, check::FoundName(*items->value))
        .At(items->path())
        .Emit();
  }
  ForEachItemOf(list.at, "items", [&](const check::ValueCursor& item) {
    Resource resource{item, api_version, kind};
    if (item.value->kind != Kind::kMapping) {
      if (item.value->gap != value::Recovery::kError) {
        run.emit.Report(item.value->span, kNoMap, check::FoundName(*item.value)).At(item.path()).Emit();
      }
      return;
    }
    const bool is_trivial = !At(item, "apiVersion") && !At(item, "kind");
    if (!(is_trivial && !kind.empty()) && !Identify(resource, run)) {
      return;
    }
    if (resource.kind == "List" && resource.api_version == "v1") {
      run.emit.Report(resource.place(), kListInList).At(item.path()).Emit();
      return;
    }
    Object(resource, run);
  });
}

bool ManifestValidator::IsIgnored(const Resource& resource, bool is_known, size_t version) {
  if (!MayBeCustom(resource, catalog_)) {
    return false;
  }
  const bool is_ignored = std::any_of(
      options_.ignored_kinds.begin(), options_.ignored_kinds.end(), [&](const std::string& pattern) {
        return !(is_known && pattern == "*") && FitsKindPattern(resource, pattern);
      });
  if (is_ignored && version == options_.versions.front()) {
    ignored_.Add(resource);
  }
  return is_ignored;
}

KindSchema ManifestValidator::BestDefinition(const Resource& resource, const KindSchema& first, Run& run) {
  constexpr size_t kMost = 32;
  if (first.source != KindSchema::Source::kCustom || first.custom->file.empty()) {
    return first;
  }
  const auto all = catalog_.custom().FindAll(resource.api_version, resource.kind, run.origin.file);
  KindSchema best = first;
  size_t least = all.size() > 1 ? MisfitOf(resource, first, run) : 0;
  for (size_t i = 1; i < std::min(all.size(), kMost) && least > 0; ++i) {
    const KindSchema other = catalog_.FindBy(*all[i], resource.api_version, run.version);
    if (other.source != KindSchema::Source::kCustom || !all[i]->version.is_served) {
      continue;
    }
    if (const size_t misfit = MisfitOf(resource, other, run); misfit < least) {
      best = other;
      least = misfit;
    }
  }
  return best;
}

size_t ManifestValidator::MisfitOf(const Resource& resource, const KindSchema& schema, Run& run) {
  diag::Collector found;
  diag::Emitter emit(&found);
  Run silent{run.version, run.origin, run.arena, emit};
  findings::UnknownKeyCollector unknown(emit);
  CheckSchema(*resource.at.value, schema, NullPolicy::kCustom, unknown, silent);
  constexpr size_t kWhole = 1000;
  size_t misfit = 0;
  for (const diag::Diagnostic& finding : found.diagnostics()) {
    misfit += finding.severity == diag::Severity::kError ? kWhole / (finding.path.size() + 1) + 1 : 0;
  }
  return misfit;
}

void ManifestValidator::Object(const Resource& resource, Run& run) {
  ++run.resources;
  const KindSchema schema = BestDefinition(
      resource, catalog_.Find(resource.api_version, resource.kind, run.version, run.origin.file), run);
  // Findings about an item of a list have its path in the document. If the location does not identify the
  // resource, a note names it.
  diag::ChangingEmitter emit(run.emit, [&, prefix = resource.at.path()](diag::Diagnostic& finding) {
    if (!prefix.empty() && finding.has_path) {
      finding.path.insert(finding.path.begin(), prefix.begin(), prefix.end());
    }
    if (!prefix.empty() || run.origin.is_one_of_several || !run.origin.rendered_from.empty()) {
      finding.notes.push_back("this is in " + NameOf(resource, run.origin.rendered_from));
    }
  });
  switch (schema.source) {
    case KindSchema::Source::kNone:
      if (!IsIgnored(resource, false, run.version)) {
        ReportUnknown(resource, catalog_, run.version, emit);
      }
      return;
    case KindSchema::Source::kUnspecified:
      emit.Report(resource.place(), kNoSchema, resource.kind, resource.api_version)
          .As(diag::Severity::kNote)
          .Emit();
      return;
    case KindSchema::Source::kCustom:
      if (!schema.custom->version.is_served) {  // what else is wrong is so in the versions that are, too
        ReportNotServed(resource, catalog_, *schema.custom, emit);
      }
      break;
    case KindSchema::Source::kCatalog:
      if (IsIgnored(resource, true, run.version)) {
        return;
      }
      if (run.version == options_.versions.front() && !schema.is_complete) {
        catalog_use_.Add(resource);
      }
      break;
    case KindSchema::Source::kBuiltin:
      break;
  }
  ReportDeprecated(resource, catalog_, run.version, emit);
  const OfBuiltinKind builtin{catalog_.table(), run.version, resource};
  const Text webhook = options_.webhooks != nullptr && schema.custom != nullptr
                           ? options_.webhooks->Find(schema.custom->group, schema.custom->plural)
                           : Text();
  diag::ChangingEmitter of_kind(emit, [&](diag::Diagnostic& finding) {
    if (schema.source == KindSchema::Source::kBuiltin) {
      return builtin(finding);
    }
    if (schema.source == KindSchema::Source::kCatalog) {
      NameCatalogRelease(schema.release, finding);
    } else {
      AllowWebhookDefault(webhook, finding);
    }
    return true;
  });
  Run below{run.version, run.origin, run.arena, of_kind};
  Resource validated = resource;
  validated.default_namespace = run.origin.default_namespace;
  validated.is_namespaced =
      schema.custom != nullptr ? schema.custom->is_namespaced : IsNamespaced(resource.kind);
  CheckAdmitted(validated, schema, below);
}

void ManifestValidator::ValidateKustomization(const value::Value& document, Run& run) {
  const Text kind = KustomizationKind(document);
  const KindSchema schema = catalog_.Find(KustomizationApi(kind), kind, run.version);
  const Resource resource{check::ValueCursor::Document(document), KustomizationApi(kind), kind};
  diag::ChangingEmitter emit(run.emit, OfBuiltinKind{catalog_.table(), run.version, resource});
  Run below{run.version, run.origin, run.arena, emit};
  findings::UnknownKeyCollector unknown(emit);
  const value::Value* value = CheckSchema(document, schema, NullPolicy::kBuiltin, unknown, below);
  CheckKustomization(check::ValueCursor::Document(*value), run.emit);
}

// The shape and its rules; gives the value as they see it.
const value::Value* ManifestValidator::CheckSchema(const value::Value& written, const KindSchema& schema,
                                                   NullPolicy nulls, findings::UnknownKeyCollector& unknown,
                                                   Run& run) {
  check::ValidationState worker(options_.limits.check_steps);
  const value::Value* value = nulls == NullPolicy::kCustom
                                  ? CompleteCustomResource(written, schema, worker, run.arena)
                                  : PruneNulls(written, schema.type, *schema.model, nulls, run.arena);
  // Most manifests are valid: one pass suffices. Rules of custom resources have budgets for one evaluation.
  if (nulls == NullPolicy::kBuiltin) {
    check::ValidationState one_pass(options_.limits.check_steps);
    if (check::IsValid(*value, schema.type, *schema.model, one_pass)) {
      costs_.steps += one_pass.steps_spent();
      return value;
    }
  }
  findings::ReportOptions options;
  options.dialect = value::Dialect::kK8s;
  diag::Emitter passed(&unknown);
  diag::ChangingEmitter emit(passed, PrunedNullLabeler{written, *value});
  findings::ReportShapeViolations(*value, schema.type, *schema.model, options, worker, emit);
  findings::CascadeFilter consequences(written, unknown, emit);
  diag::Emitter of_rules(&consequences);
  // Accepted errors of the shape do not affect the rules above them.
  check::ValidationState accepted(options_.limits.check_steps);
  const bool is_accepted = ratcheted_ != nullptr && !ratcheted_->has_error();
  findings::ReportRuleViolations(*value, schema.type, *schema.model, is_accepted ? accepted : worker,
                                 of_rules);
  costs_.steps += worker.steps_spent() + accepted.steps_spent();
  return value;
}

// The API server rejects objects that it cannot decode before admission.
bool ManifestValidator::IsDecodable(const Resource& resource, const KindSchema& schema, const Run& run) {
  diag::Collector found;
  diag::Emitter emit(&found);
  findings::UnknownKeyCollector unknown(emit);
  Run trial{run.version, run.origin, run.arena, emit};
  const bool is_custom = schema.source != KindSchema::Source::kBuiltin;
  CheckSchema(*resource.at.value, schema, is_custom ? NullPolicy::kCustom : NullPolicy::kBuiltin, unknown,
              trial);
  const auto& findings = found.diagnostics();
  return std::none_of(findings.begin(), findings.end(), [](const diag::Diagnostic& finding) {
    return finding.kind == diag::Kind::kTypeMismatch || finding.kind == diag::Kind::kUnknownKey;
  });
}

std::vector<AppliedMutation> ManifestValidator::Mutate(Resource& resource, const KindSchema& schema,
                                                       Run& run) {
  if (options_.policies == nullptr || options_.policies->mutating().empty() || run.origin.is_patch ||
      !run.origin.has_policies || !IsDecodable(resource, schema, run)) {
    return {};
  }
  MergeSchema merge = MakeMergeSchema(schema, resource, catalog_, run.version);
  merge.is_decodable = [&](const value::Value& object) {
    Resource patched = resource;
    patched.at.value = &object;
    return IsDecodable(patched, schema, run);
  };
  if (merge.is_custom) {
    merge.with_defaults = [&](const value::Value& object) {
      check::ValidationState worker(options_.limits.check_steps);
      return CompleteCustomResource(object, schema, worker, run.arena);
    };
  }
  AdmissionPolicySet::Mutated mutated = options_.policies->Mutate(
      {resource, catalog_, run.version, true}, merge, options_.limits, run.arena, run.emit);
  costs_.steps += mutated.cost;
  resource.at.value = mutated.object;
  resource.admitted = mutated.admitted;
  return std::move(mutated.applied);
}

void ManifestValidator::CheckAdmitted(const Resource& written, const KindSchema& schema, Run& run) {
  Resource resource = written;
  const std::vector<AppliedMutation> applied = Mutate(resource, schema, run);
  if (applied.empty()) {
    return Check(resource, schema, run);
  }
  diag::ChangingEmitter emit(run.emit, [&](diag::Diagnostic& finding) {
    LocateMutation(applied, *written.at.value, written.kind, finding);
  });
  Run below{run.version, run.origin, run.arena, emit};
  Check(resource, schema, below);
}

void ManifestValidator::CheckContent(const Resource& resource, const KindSchema& schema, Run& run) {
  const bool is_custom = schema.source != KindSchema::Source::kBuiltin;
  const size_t errors = run.emit.error_count();
  findings::UnknownKeyCollector unknown(run.emit);
  const value::Value* value = CheckSchema(
      *resource.at.value, schema, is_custom ? NullPolicy::kCustom : NullPolicy::kBuiltin, unknown, run);
  Resource validated = resource;
  validated.at = check::ValueCursor::Document(*value);
  validated.written = resource.at.value;
  validated.k8s_version = catalog_.table().versions()[run.version];
  diag::ChangingEmitter with_nulls(run.emit, PrunedNullLabeler{*resource.at.value, *value});
  findings::CascadeFilter consequences(*resource.at.value, unknown, with_nulls);
  diag::Emitter emit(&consequences);
  CheckRules(validated, !is_custom, costs_, emit);
  if (!is_custom) {
    field_rules_.Check(validated, run.version, emit);
  }
  if (options_.policies != nullptr && !run.origin.is_patch && run.origin.has_policies) {
    costs_.steps += options_.policies->Validate(
        {validated, catalog_, run.version, run.emit.error_count() == errors, resource.admitted, &schema},
        options_.limits, run.arena, run.emit);
  }
  if (options_.optional_rules != nullptr && !run.origin.is_patch) {
    costs_.steps +=
        options_.optional_rules->Check(validated, run.origin.file, options_.limits, run.arena, run.emit);
  }
}

}  // namespace kval::kubernetes
