#include "src/driver/kubernetes_policies.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "src/driver/judge.h"
#include "src/driver/options.h"
#include "src/driver/root_library.h"
#include "src/value/value.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kNoKind{diag::Kind::kNoSchema, "the schema {} does not say for which kind it is"};

// What resources a policy is for; `*` in a part stands for anything.
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

std::vector<const value::Value*> Chosen(const value::Value& document, const Selector& selector) {
  std::vector<const value::Value*> chosen;
  const auto add = [&](const value::Value& resource) {
    const Text kind = TextAt(resource, "kind");
    if (!kind.empty() && Fits(selector.kind, kind) &&
        Fits(selector.api_version, TextAt(resource, "apiVersion"))) {
      chosen.push_back(&resource);
    }
  };
  add(document);
  const value::Value* items =
      document.kind == value::Kind::kMapping ? value::Find(document, "items") : nullptr;
  if (items != nullptr && items->kind == value::Kind::kSequence) {
    std::for_each(items->items().begin(), items->items().end(),
                  [&](const value::Value* item) { add(*item); });
  }
  return chosen;
}

// What two findings about the same mistake have in common.
std::string MistakeOf(const diag::Diagnostic& finding) {
  return std::to_string(static_cast<int>(finding.kind)) + " " + diag::Display(finding.path);
}

}  // namespace

struct Policies::Policy {
  explicit Policy(const Limits& limits) : session(limits) {}

  Session session;
  std::unique_ptr<const driver::Judge> judge;
  Selector selector;
  std::vector<TextMove> moves;       // of its texts, to those of the run
  mutable std::mutex one_at_a_time;  // of schemas that only one thread may ask
};

Policies::Policies() = default;
Policies::~Policies() = default;

PolicyOption ReadPolicyOption(const std::string& text) {
  const size_t equals = text.find('=');
  const bool is_kind =
      equals != std::string::npos && equals > 0 &&
      std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(equals), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
               c == '-' || c == '/' || c == '*';
      });
  return is_kind ? PolicyOption{text.substr(0, equals), text.substr(equals + 1)} : PolicyOption{{}, text};
}

bool Policies::Load(const std::vector<PolicyOption>& given, const Limits& limits, source::FileReader& reader,
                    Session& session) {
  bool ok = true;
  for (const PolicyOption& option : given) {
    auto policy = std::make_unique<Policy>(limits);
    Options options;
    options.limits = limits;
    options.has_dialect = true;
    options.dialect = value::Dialect::kK8s;
    const bool is_kcl = option.path.ends_with(".k");
    options.inputs.push_back({option.path, {}, is_kcl ? Role::kAuto : Role::kSchema});
    if (LoadRootLibrary(options, reader, policy->session)) {
      policy->judge = driver::Judge::Compile(options, reader, policy->session);
    }
    policy->selector = ReadSelector(option.kind);
    if (option.kind.empty()) {
      const Text kind = OnlyText(policy->session.model, "kind");
      const Text api_version = OnlyText(policy->session.model, "apiVersion");
      policy->selector = {api_version.empty() ? "*" : std::string(api_version), std::string(kind)};
      if (kind.empty() && policy->judge != nullptr) {
        policy->session.emit.Report({}, kNoKind, option.path)
            .Hint("name it: -f KIND=" + option.path + ", or give the schema a `kind`")
            .Emit();
        policy->judge = nullptr;
      }
    }
    ok = ok && policy->judge != nullptr;
    // The texts stay where the judge has them; findings are told in copies of them.
    for (size_t i = 0; i < policy->session.sources.file_count(); ++i) {
      const source::SourceFile& text = policy->session.sources.file(i);
      const source::SourceFile& copy = session.sources.AddText(text.name(), std::string(text.text()));
      policy->moves.push_back({text.span(), copy.base() - text.base()});
    }
    for (diag::Diagnostic& finding : policy->session.findings.Release()) {
      MovePlaces(policy->moves, finding);
      session.emit.Emit(std::move(finding));
    }
    policies_.push_back(std::move(policy));
  }
  return ok;
}

std::vector<Policies::Verdict> Policies::Judge(const std::string& name, Text text,
                                               const diag::Collector& found) const {
  std::vector<Verdict> verdicts;
  std::set<std::string> told;
  for (const diag::Diagnostic& finding : found.diagnostics()) {
    told.insert(MistakeOf(finding));
  }
  for (size_t i = 0; i < policies_.size(); ++i) {
    const Policy& policy = *policies_[i];
    std::unique_lock lock(policy.one_at_a_time, std::defer_lock);
    if (!policy.judge->is_shareable()) {
      lock.lock();
    }
    Session session(&policy.session);
    policy.judge->Chosen(
        name, text, [&](const value::Value& document) { return Chosen(document, policy.selector); }, session);
    std::vector<diag::Diagnostic> all = session.findings.Release();
    for (diag::Diagnostic& finding : all) {
      if (finding.kind != diag::Kind::kUnknownKey && told.insert(MistakeOf(finding)).second) {
        session.findings.Consume(std::move(finding));
      }
    }
    if (!session.findings.diagnostics().empty()) {
      verdicts.push_back(Verdict{i, FileVerdict()});
      verdicts.back().verdict.Take(session);
    }
  }
  return verdicts;
}

void Policies::HandOver(Verdict verdict, Session& session) const {
  driver::HandOver(std::move(verdict.verdict), session.sources.file_count(), session,
                   policies_[verdict.policy]->moves);
}

}  // namespace kval::driver
