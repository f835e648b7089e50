#include "src/driver/schemas/crd_schema.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/crd/rules/bind.h"
#include "schemas/kubernetes/api_table.h"
#include "src/driver/findings/shadowed_violations.h"
#include "src/driver/overlay.h"
#include "src/driver/shared_step_budget.h"
#include "src/kubernetes/custom_kinds.h"
#include "src/kubernetes/manifest_validator.h"
#include "src/merge/key_table_cache.h"
#include "src/support/keyed_hash.h"
#include "src/types/type.h"
#include "src/value/compare.h"

namespace kval::driver {
namespace {

using schemas::crd::rules::RuleBudget;

// The per-thread state: the types of kinds used so far.
struct ThreadContext {
  const void* owner = nullptr;  // whose definitions they are
  std::shared_ptr<RuleBudget> budget;
  std::unique_ptr<kubernetes::ManifestValidator> validator;

  uint64_t StepsTaken() const { return validator->steps() + budget->taken(); }
};

constexpr diag::Def<> kNull{diag::Kind::kNotChecked,
                            "this document is not checked: it is null, not a resource"};

// The resource that a document is about: its kind, namespace and name. Empty where it does not say.
std::string SubjectOf(const value::Value& document) {
  const auto text = [](const value::Value* map, std::string_view key) {
    const bool is_map = map != nullptr && map->kind == value::Kind::kMapping;
    const value::Value* found = is_map ? value::Find(*map, key) : nullptr;
    return found == nullptr ? std::string() : value::KeyText(*found);
  };
  const std::string kind = text(&document, "kind");
  if (kind.empty()) {
    return {};
  }
  const value::Value* metadata = value::Find(document, "metadata");
  return text(&document, "apiVersion") + '\0' + kind + '\0' + text(metadata, "namespace") + '\0' +
         text(metadata, "name");
}

bool AreOfOneFile(source::Span document, const Layer& layer, const Session& session) {
  const source::SourceMap& sources = session.sources;
  return sources.Contains(document) && sources.Contains(layer.document.span) &&
         &sources.FileOf(document) == &sources.FileOf(layer.document.span);
}

class CrdSet final : public SetSchema {
 public:
  explicit CrdSet(const Documents& documents) : table_(schemas::kubernetes::ApiTable::Builtin()) {
    for (const value::Value* definition : documents.definitions) {
      custom_.Add(*definition);
    }
  }

  const value::Value* Validate(const ValidationInput& values, const DriverOptions& options,
                               Session& session) const override {
    std::vector<const value::Value*> resources;
    std::vector<source::Span> documents;  // of each, the last that it comes from
    TextMap<std::string, size_t> by_subject;
    ThreadCache* const kept = values.evaluators == nullptr ? nullptr : values.evaluators->kept();
    std::map<size_t, ShadowedViolations> hidden;  // by resource
    const bool looks = options.validate && options.unchecked != UncheckedPolicy::kSilent;
    merge::KeyTableCache tables(merge::BaseReuse::kConsumed);
    for (const Layer& layer : Layers(values)) {
      const value::Value& root = *layer.document.root;
      if (root.kind == value::Kind::kNull && !layer.plan && options.unchecked != UncheckedPolicy::kSilent) {
        session.emit.Report(root.span, kNull).As(diag::Severity::kNote).Emit();
      }
      // An independent document is applied to all base values, like a document that names no resource.
      const std::string subject = values.document == nullptr ? SubjectOf(root) : std::string();
      const size_t last = resources.empty() ? 0 : resources.size() - 1;
      size_t index = subject.empty() ? last : by_subject.try_emplace(subject, resources.size()).first->second;
      if (!subject.empty() && index < resources.size() && !layer.plan &&
          AreOfOneFile(documents[index], layer, session)) {
        index = by_subject[subject] = resources.size();  // two documents of one file are no layers
      }
      if (index == resources.size()) {
        resources.push_back(&root);
        documents.emplace_back();
      } else {
        if (looks && documents[index].has_value() && session.steps <= options.limits.run_steps) {
          ShadowedViolations& errors = hidden.try_emplace(index, session.model, session).first->second;
          errors.RecordAllShadowed(*resources[index], documents[index], [&](diag::Emitter& emit) {
            ValidateResource(*resources[index], options, kept, session, emit);
          });
        }
        resources[index] = MergeLayer(*resources[index], layer, nullptr, tables, session);
      }
      documents[index] = layer.plan ? source::Span() : layer.document.span;
    }
    for (size_t i = 0; i < resources.size(); ++i) {
      if (session.steps > options.limits.run_steps) {
        ReportNotChecked(resources[i]->span, "this resource", resources.size() - i - 1, "resources", session);
        break;
      }
      ValidateResource(*resources[i], options, kept, session, session.emit);
      if (const auto found = hidden.find(i); found != hidden.end()) {
        found->second.Report(*resources[i]);
      }
    }
    return resources.empty() ? nullptr : resources.back();
  }

  void ValidateResource(const value::Value& resource, const DriverOptions& options, ThreadCache* kept,
                        Session& session, diag::Emitter& emit) const {
    ThreadContext own;
    ThreadContext& bench = kept == nullptr ? own : kept->Of<ThreadContext>();
    if (bench.owner != this) {
      kubernetes::ManifestValidatorOptions validating;
      validating.versions = {table_.versions().size() - 1};
      validating.limits = options.limits;
      bench.budget = std::make_shared<RuleBudget>(options.limits);
      bench.validator = std::make_unique<kubernetes::ManifestValidator>(
          validating, table_, custom_, schemas::crd::rules::MakeRuleBinder(bench.budget));
      bench.owner = this;
    }
    bench.budget->Begin();
    const uint64_t before = bench.StepsTaken();
    bench.validator->Document(resource, kubernetes::DocumentContext{}, session.arena, emit);
    session.steps += bench.StepsTaken() - before;
    session.TakeSecretKeys(bench.validator->secret_keys());
  }

 private:
  schemas::kubernetes::ApiTable table_;
  kubernetes::CustomKinds custom_;
};

}  // namespace

source::Span FindDefinitions(const Documents& documents, const Session& /*session*/) {
  return documents.definitions.empty() ? source::Span() : documents.definitions[0]->span;
}

CompiledSet CompileDefinitions(const Documents& documents, const SuppliedDocuments& /*given*/,
                               const DriverOptions& options, source::FileReader& /*reader*/,
                               Session& session) {
  CompiledSet compiled;
  auto set = std::make_unique<CrdSet>(documents);
  const size_t before = session.emit.error_count();
  for (const value::Value* definition : documents.definitions) {
    set->ValidateResource(*definition, options, nullptr, session, session.emit);
  }
  compiled.is_invalid = session.emit.error_count() > before;
  // The set's values have no type: each resource's kind determines it.
  types::Field root;
  types::Type anything;
  anything.span = documents.definitions[0]->span;
  root.type = session.model.Add(std::move(anything));
  root.span = documents.definitions[0]->span;
  session.model.SetRoot(std::move(root));
  compiled.schema = std::move(set);
  return compiled;
}

}  // namespace kval::driver
