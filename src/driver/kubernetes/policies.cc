#include "src/driver/kubernetes/policies.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <utility>

#include "src/driver/compiled_schema.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/root_library.h"
#include "src/support/ascii.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kNoKind{diag::Kind::kNoSchema,
                                  "the schema {} does not specify the kind that it applies to"};

// The resources that a policy applies to; `*` in a part matches anything.
struct Selector {
  std::string api_version = "*", kind = "*";
};

bool Fits(Text pattern, Text text) {
  return pattern == "*" || pattern == text;
}

Selector ReadSelector(const std::string& text) {
  const size_t slash = text.rfind('/');
  return slash == std::string::npos ? Selector{"*", text}
                                    : Selector{text.substr(0, slash), text.substr(slash + 1)};
}

// The one text that a field of the schema's root can be; empty when it can be others.
Text OnlyText(const types::Model& model, Text name) {
  if (!model.has_root()) {
    return {};
  }
  const auto* record = std::get_if<types::Record>(&model.Resolve(model.root().type).shape);
  if (record == nullptr) {
    return {};
  }
  for (const types::Field& field : record->fields) {
    if (field.key == nullptr || field.key->raw != name) {
      continue;
    }
    if (field.fallback.value != nullptr && field.fallback.value->kind == value::Kind::kString) {
      return field.fallback.value->raw;
    }
    for (const types::RuleId id : model.Resolve(field.type).rules) {
      const auto* one_of = std::get_if<types::OneOf>(&model.Get(id).test);
      if (one_of != nullptr && one_of->allowed.size() == 1) {
        return one_of->allowed.front()->raw;
      }
    }
  }
  return {};
}

Text TextAt(const value::Value& map, Text key) {
  const value::Value* found = map.kind == value::Kind::kMapping ? value::Find(map, key) : nullptr;
  return found != nullptr && found->kind == value::Kind::kString ? found->raw : Text();
}

// Each value of a document that may be a resource: itself, and the items of a list. `place` is where it is.
template <typename Visit>
void ForEachResource(const value::Value& document, const Visit& visit) {
  visit(document, diag::Path());
  const value::Value* items =
      document.kind == value::Kind::kMapping ? value::Find(document, "items") : nullptr;
  if (items != nullptr && items->kind == value::Kind::kSequence) {
    for (size_t i = 0; i < items->items().size(); ++i) {
      visit(*items->items()[i], diag::Path{diag::PathStep::Key("items"), diag::PathStep::Index(i)});
    }
  }
}

bool AppliesTo(const Selector& selector, const value::Value& resource) {
  const Text kind = TextAt(resource, "kind");
  return !kind.empty() && Fits(selector.kind, kind) &&
         Fits(selector.api_version, TextAt(resource, "apiVersion"));
}

// A finding about a resource has its path in the document; one about a default of the policy, which the
// resource leaves as it is, points at the resource, too.
void PointAt(const diag::Path& at, const value::Value& resource, const source::SourceMap& of_policy,
             diag::Diagnostic& finding) {
  if (finding.has_path) {
    finding.path.insert(finding.path.begin(), at.begin(), at.end());
  }
  const value::Value* kind = value::Find(resource, "kind");
  const bool is_default = !finding.labels.empty() && finding.labels.front().span.has_value() &&
                          of_policy.Contains(finding.labels.front().span);
  if (is_default && kind != nullptr) {
    diag::Label& first = finding.labels.front();
    first.role = diag::LabelRole::kSchema;
    first.text = first.text.empty() ? "the default, which this is about" : first.text;
    finding.labels.insert(
        finding.labels.begin(),
        {kind->span, "this " + std::string(kind->raw) + " does not set it", diag::LabelRole::kPrimary});
    finding.fix = {};
  }
}

// What two findings about the same mistake have in common: the rule, and where it is broken in the text that
// begins at `base`.
std::string MistakeOf(const diag::Diagnostic& finding, uint32_t base) {
  const uint32_t at = finding.labels.empty() ? 0 : finding.labels.front().span.begin - base;
  return std::to_string(static_cast<int>(finding.kind)) + " " + std::to_string(at);
}

std::set<std::string> MistakesOf(const diag::Collector& found, uint32_t base) {
  std::set<std::string> mistakes;
  for (const diag::Diagnostic& finding : found.diagnostics()) {
    mistakes.insert(MistakeOf(finding, base));
  }
  return mistakes;
}

}  // namespace

// A schema, compiled.
struct Policies::Schema {
  explicit Schema(const Limits& limits) : session(limits) {}

  Session session;
  std::unique_ptr<const driver::CompiledSchema> validator;  // null: the schema cannot be used
  std::vector<TextRelocation> moves;  // from the locations in this session to those in the run's
  mutable std::mutex one_at_a_time;   // for schemas that only one thread may use at a time
};

struct Policies::Policy {
  Policy(const Schema& compiled, Selector chosen, std::string named)
      : schema(compiled), selector(std::move(chosen)), path(std::move(named)) {}

  const Schema& schema;
  Selector selector;
  std::string path;
  mutable std::atomic<bool> is_matched{false};  // by a resource
};

void AddKinds(const value::Value& document, ResourceKinds& kinds) {
  ForEachResource(document, [&kinds](const value::Value& resource, const diag::Path&) {
    if (const Text kind = TextAt(resource, "kind"); !kind.empty()) {
      kinds.emplace(kind);
    }
  });
}

Policies::Policies() = default;
Policies::~Policies() = default;

PolicyOption ReadPolicyOption(const std::string& text) {
  const size_t equals = text.find('=');
  const bool is_kind =
      equals != std::string::npos && equals > 0 &&
      std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(equals),
                  [](char c) { return IsAlnum(c) || c == '.' || c == '-' || c == '/' || c == '*'; });
  return is_kind ? PolicyOption{text.substr(0, equals), text.substr(equals + 1)} : PolicyOption{{}, text};
}

std::unique_ptr<const Policies::Schema> Policies::Compile(const std::string& path, const Limits& limits,
                                                          source::FileReader& reader, Session& session) {
  auto schema = std::make_unique<Schema>(limits);
  DriverOptions options;
  options.limits = limits;
  options.has_dialect = true;
  options.dialect = value::Dialect::kK8s;
  options.inputs.push_back({path, {}, path.ends_with(".k") ? InputRole::kAuto : InputRole::kSchema});
  if (LoadRootLibrary(options, reader, schema->session)) {
    schema->validator = driver::CompiledSchema::Compile(options, reader, schema->session);
  }
  // The compiled schema keeps its source files; findings point to copies in `session`.
  for (size_t i = 0; i < schema->session.sources.file_count(); ++i) {
    const source::SourceFile& text = schema->session.sources.file(i);
    const source::SourceFile& copy = session.sources.AddText(text.name(), std::string(text.text()));
    schema->moves.push_back({text.span(), copy.base() - text.base()});
  }
  session.TakeSecretKeys(schema->session.SecretKeys());
  for (diag::Diagnostic& finding : schema->session.findings.Release()) {
    RelocateSpans(schema->moves, finding);
    session.emit.Emit(std::move(finding));
  }
  return schema;
}

bool Policies::Load(const std::vector<PolicyOption>& given, const Limits& limits, source::FileReader& reader,
                    Session& session) {
  bool ok = true;
  std::set<std::pair<Text, Text>> known;  // by path and kind
  for (const PolicyOption& option : given) {
    if (!known.emplace(option.path, option.kind).second) {
      continue;
    }
    std::unique_ptr<const Schema>& schema = schemas_[option.path];
    if (schema == nullptr) {
      schema = Compile(option.path, limits, reader, session);
    }
    Selector selector = ReadSelector(option.kind);
    if (option.kind.empty()) {
      const Text kind = OnlyText(schema->session.model, "kind");
      const Text api_version = OnlyText(schema->session.model, "apiVersion");
      selector = {api_version.empty() ? "*" : std::string(api_version), std::string(kind)};
      if (kind.empty() && schema->validator != nullptr) {
        session.emit.Report({}, kNoKind, option.path)
            .Hint("name it: -f KIND=" + option.path + ", or give the schema a `kind`")
            .Emit();
        ok = false;
      }
    }
    ok = ok && schema->validator != nullptr;
    policies_.push_back(std::make_unique<Policy>(*schema, std::move(selector), option.path));
  }
  return ok;
}

std::vector<const value::Value*> Policies::Select(const Schema& schema, const value::Value& document,
                                                  std::map<const value::Value*, diag::Path>& places) const {
  std::vector<const value::Value*> selected;
  ForEachResource(document, [&](const value::Value& resource, const diag::Path& place) {
    bool is_selected = false;
    for (const std::unique_ptr<Policy>& policy : policies_) {
      if (&policy->schema == &schema && AppliesTo(policy->selector, resource)) {
        policy->is_matched.store(true, std::memory_order_relaxed);
        is_selected = true;
      }
    }
    if (is_selected) {
      selected.push_back(&resource);
      places.emplace(&resource, place);
    }
  });
  return selected;
}

std::vector<Policies::PolicyResult> Policies::Validate(const CheckedFile& file, uint64_t& steps) const {
  std::vector<PolicyResult> verdicts;
  std::set<std::string> reported = MistakesOf(file.findings, file.base);
  std::set<const Schema*> validated;  // once for all policies with the schema
  for (size_t i = 0; i < policies_.size(); ++i) {
    const Schema& schema = policies_[i]->schema;
    const std::string& kind = policies_[i]->selector.kind;
    if ((kind != "*" && !file.kinds.contains(kind)) || !validated.insert(&schema).second) {
      continue;
    }
    std::unique_lock lock(schema.one_at_a_time, std::defer_lock);
    if (!schema.validator->is_shareable()) {
      lock.lock();
    }
    Session session(&schema.session);
    std::map<const value::Value*, diag::Path> places;
    std::vector<diag::Diagnostic> kept;
    schema.validator->ValidateSelected(
        file.name, file.text, [&](const value::Value& document) { return Select(schema, document, places); },
        [&](const value::Value& resource) {
          for (diag::Diagnostic& finding : session.findings.Release()) {
            PointAt(places[&resource], resource, schema.session.sources, finding);
            if (finding.kind != diag::Kind::kUnknownKey &&
                reported.insert(MistakeOf(finding, session.sources.file(0).base())).second) {
              kept.push_back(std::move(finding));
            }
          }
        },
        session);
    steps += session.StepsTaken();
    for (diag::Diagnostic& finding : kept) {
      session.findings.Consume(std::move(finding));
    }
    if (!session.findings.diagnostics().empty()) {
      verdicts.push_back(PolicyResult{i, FileResult()});
      verdicts.back().verdict.Take(session);
    }
  }
  return verdicts;
}

void Policies::MergeInto(PolicyResult verdict, Session& session) const {
  driver::MergeInto(std::move(verdict.verdict), session.sources.file_count(), session,
                    policies_[verdict.policy]->schema.moves);
}

std::vector<Policies::UnusedPolicy> Policies::FindUnusedPolicies() const {
  std::vector<UnusedPolicy> unmet;
  for (const auto& policy : policies_) {
    if (!policy->is_matched && policy->selector.kind != "*") {
      unmet.push_back({policy->path, policy->selector.api_version, policy->selector.kind});
    }
  }
  return unmet;
}

}  // namespace kval::driver
