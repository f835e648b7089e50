#include "src/driver/kubernetes/policy_test_run.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "src/driver/kubernetes/definitions.h"
#include "src/driver/kubernetes/policy_test.h"
#include "src/driver/kubernetes/policy_test_files.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/object_defaults.h"
#include "src/kubernetes/admission/policy_results.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/null_pruning.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using kubernetes::AdmissionRequest;
using kubernetes::FieldOf;
using kubernetes::ItemsOf;
using kubernetes::Operation;
using kubernetes::PolicyResult;
using kubernetes::PolicyStatus;
using kubernetes::TextField;
using value::Value;
using Text = std::string_view;
using Verdict = PolicyTestLine::Verdict;

constexpr diag::Def<Text> kNoTests{diag::Kind::kNoInput, "{} has no policy test"};
constexpr diag::Def<> kNothingCompared{
    diag::Kind::kNoInput,
    "the test compares nothing: it has no policies, no resources or no expected results"};
constexpr diag::Def<> kNothingEvaluated{diag::Kind::kNoInput, "no policy of the tests was evaluated"};
constexpr diag::Def<> kNoResource{
    diag::Kind::kMissingRequired,
    "required keys `apiVersion` and `kind` are missing: this is not a resource"};
constexpr diag::Def<Text> kNoPath{diag::Kind::kNoInput, "{} does not exist"};

constexpr const char* kNoMatchText = "the policy does not match the object";

Text NameOf(const Value& object) {
  return TextField(FieldOf(&object, "metadata"), "name");
}

bool IsResource(const Value& object) {
  return !TextField(&object, "apiVersion").empty() && !TextField(&object, "kind").empty();
}

// `fail`, `pass` …, as Kyverno reports it.
Text ResultName(const PolicyResult& result) {
  switch (result.status) {
    case PolicyStatus::kPass:
      return "pass";
    case PolicyStatus::kSkip:
      return "skip";
    case PolicyStatus::kIgnoredError:
    case PolicyStatus::kError:
      return "error";
    case PolicyStatus::kFail: {
      const Value* annotations = FieldOf(FieldOf(result.policy, "metadata"), "annotations");
      return TextField(annotations, "policies.kyverno.io/scored") == "false" ? "warn" : "fail";
    }
    case PolicyStatus::kNoMatch:
    case PolicyStatus::kUnknown:
      break;
  }
  return "not evaluated";
}

std::string WithMessage(std::string text, const std::string& message) {
  return message.empty() ? text : std::move(text) + ": " + message;
}

class TestRun {
 public:
  TestRun(const PolicyTest& test, PolicyTestFiles& files, const Limits& limits,
          const schemas::kubernetes::ApiTable& table, Session& session)
      : test_(test),
        files_(files),
        limits_(limits),
        session_(session),
        version_(table.newest()),
        catalog_(table, custom_, nullptr, limits, true) {}

  std::vector<PolicyTestLine> Run() {
    Load();
    if (test_.format == PolicyTest::Format::kKyverno) {
      for (const ExpectedResult& expected : test_.expected) {
        Compare(expected);
      }
    } else {
      CompareFindings();
    }
    return std::move(lines_);
  }

 private:
  // An object with what identifies it.
  struct Object {
    kubernetes::Resource resource;
    std::string name_space;  // empty for objects of the cluster
    Text name;
    std::string shown;  // `Pod default/web`
  };

  void Load() {
    std::vector<const Value*> objects;
    const auto keep = [&](const Value& object) {
      if (schemas::crd::IsDefinition(object)) {
        custom_.Add(object);
      }
      objects.push_back(&object);
    };
    policies_.BindAll();
    for (const Value* object : files_.Objects(test_.policies)) {
      policies_.Add(*object);
      keep(*object);
    }
    for (const Value* object : files_.Objects(test_.exceptions)) {
      policies_.Add(*object);
    }
    for (const Value* object : files_.Objects(test_.params)) {
      keep(*object);
    }
    const size_t first = objects.size();
    for (const Value* object : files_.Objects(test_.resources)) {
      if (test_.format == PolicyTest::Format::kKval && !IsResource(*object)) {
        session_.emit.Report(object->span, kNoResource).Emit();
      } else {
        keep(*object);
      }
    }
    for (const Value* object : files_.Objects(test_.old)) {
      old_objects_.Add(*object);
    }
    policies_.CompileBound();
    LoadValues();
    const bool is_own = test_.format == PolicyTest::Format::kKval;
    for (const Value* object : objects) {
      if (is_own || TextField(object, "kind") != "Namespace") {
        policies_.references().Add(*object);
      }
    }
    std::for_each(objects.begin() + static_cast<ptrdiff_t>(first), objects.end(),
                  [&](const Value* object) { AddObject(*object); });
  }

  // The values and the user of a test in Kyverno's format.
  void LoadValues() {
    user_info_ = test_.user_info;
    operation_ = test_.operation;
    if (test_.format == PolicyTest::Format::kKval) {
      return;
    }
    const Value* values = test_.values;
    if (values == nullptr && test_.values_path != nullptr) {
      values = files_.Document(*test_.values_path);
    }
    user_info_ =
        test_.user_path == nullptr ? nullptr : FieldOf(files_.Document(*test_.user_path), "userInfo");
    value::Builder& build = session_.build;
    user_info_ = user_info_ == nullptr ? build.Mapping({}) : user_info_;
    for (const Value* each : ItemsOf(FieldOf(values, "namespaces"))) {
      policies_.references().AddNamespace(*each);
    }
    for (const Value* each : ItemsOf(FieldOf(values, "namespaceSelector"))) {
      const value::Entry metadata{build.String("metadata"), each};  // it has a name and labels
      policies_.references().AddNamespace(*build.Mapping({&metadata, 1}));
    }
    const Text operation = TextField(FieldOf(values, "globalValues"), "request.operation");
    const auto* named =
        std::find(std::begin(kubernetes::kOperationNames), std::end(kubernetes::kOperationNames), operation);
    if (named != std::end(kubernetes::kOperationNames)) {
      operation_ = static_cast<Operation>(named - std::begin(kubernetes::kOperationNames));
    }
  }

  // Of objects with the same group, kind, namespace and name, the first one counts.
  void AddObject(const Value& value) {
    Object object{
        {check::ValueCursor::Document(value), TextField(&value, "apiVersion"), TextField(&value, "kind")},
        {},
        NameOf(value),
        {}};
    const kubernetes::CustomKind* custom = custom_.Find(object.resource.api_version, object.resource.kind);
    object.resource.is_namespaced =
        custom != nullptr ? custom->is_namespaced : kubernetes::IsNamespaced(object.resource.kind);
    if (object.resource.is_namespaced) {
      object.name_space = kubernetes::NamespaceOf(value);
    }
    object.shown = std::string(object.resource.kind) + " " +
                   (object.name_space.empty() ? "" : object.name_space + "/") + std::string(object.name);
    const size_t slash = object.resource.api_version.find('/');
    const Text group = object.resource.api_version.substr(0, slash == Text::npos ? 0 : slash);
    if (known_.insert(std::string(group) + " " + object.shown).second) {
      objects_.push_back(std::move(object));
    }
  }

  const std::vector<PolicyResult>& ResultsOf(size_t index, Operation operation) {
    const auto [at, is_new] = results_.try_emplace({index, operation});
    if (is_new) {
      at->second =
          kubernetes::EvaluatePolicies(policies_, RequestFor(objects_[index], operation), catalog_, limits_);
    }
    return at->second;
  }

  AdmissionRequest RequestFor(const Object& object, Operation operation) {
    AdmissionRequest request = kubernetes::MakeRequest(object.resource, catalog_, version_);
    request.operation = operation;
    request.user_info = user_info_;
    const bool is_own = test_.format == PolicyTest::Format::kKval;
    if (is_own && operation == Operation::kUpdate) {
      old_objects_.SetOld(request);
    } else if (operation != Operation::kCreate) {
      request.old_object = request.object;
    }
    request.object = operation == Operation::kDelete ? nullptr : request.object;
    for (const Value** each : {&request.object, &request.old_object}) {
      if (*each != nullptr) {
        *each = is_own ? kubernetes::WithServerDefaults(request, *Completed(**each, object), session_.arena)
                       : kubernetes::WithNamespace(request, **each, session_.arena);
      }
    }
    policies_.references().SetNamespace(request, session_.arena);
    if (!is_own) {
      request.is_namespace_known = true;
      request.serves = nullptr;
    }
    return request;
  }

  // A custom resource with the defaults of its definition, or of the catalogue.
  const Value* Completed(const Value& written, const Object& object) {
    const kubernetes::KindSchema schema =
        catalog_.Find(object.resource.api_version, object.resource.kind, version_);
    if (schema.source != kubernetes::KindSchema::Source::kCustom &&
        schema.source != kubernetes::KindSchema::Source::kCatalog) {
      return &written;
    }
    check::ValidationState worker(limits_.check_steps);
    return kubernetes::CompleteCustomResource(written, schema, worker, session_.arena);
  }

  // Why a policy is not evaluated for any object; empty if it is.
  std::string ReasonAgainst(Text policy) const {
    for (const auto& unused : policies_.not_evaluated()) {
      if (NameOf(*unused.document) == policy) {
        return std::string(TextField(unused.document, "kind")) + ": " + std::string(unused.reason);
      }
    }
    return {};
  }

  bool IsBound(Text policy) const {
    return std::any_of(policies_.bound().begin(), policies_.bound().end(),
                       [policy](const auto& bound) { return bound.policy->name() == policy; });
  }

  void AddLine(Verdict verdict, Text policy, std::string resource, std::string text) {
    lines_.push_back({verdict, std::string(policy), std::move(resource), std::move(text)});
  }

  // Kyverno's format.
  void Compare(const ExpectedResult& expected) {
    const std::string reason = ReasonAgainst(expected.policy);
    if (!reason.empty()) {
      AddLine(Verdict::kNotEvaluated, expected.policy, {}, reason);
      return;
    }
    if (!IsBound(expected.policy)) {
      AddLine(Verdict::kDifferent, expected.policy, {}, "the test has no policy of this name");
      return;
    }
    std::vector<size_t> chosen;
    for (const Text name : expected.resources) {
      const size_t before = chosen.size();
      for (size_t i = 0; i < objects_.size(); ++i) {
        const Object& object = objects_[i];
        if (name == object.name || name == object.name_space + "/" + std::string(object.name)) {
          chosen.push_back(i);
        }
      }
      if (chosen.size() == before) {
        AddLine(test_.has_payloads ? Verdict::kNotEvaluated : Verdict::kDifferent, expected.policy,
                std::string(name), "the test has no such resource");
      }
    }
    if (expected.resources.empty()) {
      for (size_t i = 0; i < objects_.size(); ++i) {
        chosen.push_back(i);
      }
    }
    for (const size_t i : chosen) {
      CompareWith(expected, i);
    }
  }

  void CompareWith(const ExpectedResult& expected, size_t index) {
    const std::string& shown = objects_[index].shown;
    const std::string result(expected.result);
    bool applies = false;
    for (const PolicyResult& found : ResultsOf(index, expected.operation.value_or(operation_))) {
      if (NameOf(*found.policy) != expected.policy || found.status == PolicyStatus::kNoMatch) {
        continue;
      }
      applies = true;
      const std::string name(ResultName(found));
      if (found.status == PolicyStatus::kUnknown) {
        AddLine(Verdict::kNotEvaluated, expected.policy, shown, found.message);
      } else if (name == result) {
        AddLine(Verdict::kAsExpected, expected.policy, shown, name);
      } else {
        AddLine(Verdict::kDifferent, expected.policy, shown,
                WithMessage(std::string("expected ").append(result).append(", found ").append(name),
                            found.message));
      }
    }
    if (!applies) {
      AddLine(result == "skip" ? Verdict::kAsExpected : Verdict::kNotApplied, expected.policy, shown,
              kNoMatchText);
    }
  }

  // kval's format.
  void CompareFindings() {
    for (const auto& unused : policies_.not_evaluated()) {
      AddLine(Verdict::kNotEvaluated, NameOf(*unused.document), {},
              std::string(TextField(unused.document, "kind")) + ": " + std::string(unused.reason));
    }
    std::set<const ExpectedResult*> met;
    for (size_t i = 0; i < objects_.size(); ++i) {
      for (const PolicyResult& found : ResultsOf(i, operation_)) {
        CompareResult(objects_[i], found, met);
      }
    }
    for (const ExpectedResult& expected : test_.expected) {
      if (met.count(&expected) == 0) {
        AddLine(Verdict::kDifferent, expected.policy, std::string(expected.resources.front()),
                WithMessage("expected a finding, found none", std::string(expected.message)));
      }
    }
  }

  static bool IsAbout(const ExpectedResult& expected, Text policy, const Object& object) {
    const Text resource = expected.resources.front();
    return expected.policy == policy &&
           (resource == object.shown ||
            resource == std::string(object.resource.kind) + " " + std::string(object.name));
  }

  void CompareResult(const Object& object, const PolicyResult& found, std::set<const ExpectedResult*>& met) {
    const Text policy = NameOf(*found.policy);
    switch (found.status) {
      case PolicyStatus::kUnknown:
        AddLine(Verdict::kNotEvaluated, policy, object.shown, found.message);
        return;
      case PolicyStatus::kFail:
      case PolicyStatus::kError:
        CompareFinding(object, found, met);
        return;
      case PolicyStatus::kNoMatch:
      case PolicyStatus::kPass:
      case PolicyStatus::kSkip:
      case PolicyStatus::kIgnoredError:
        break;
    }
    // One that is expected is reported as missing.
    if (std::none_of(test_.expected.begin(), test_.expected.end(),
                     [&](const ExpectedResult& each) { return IsAbout(each, policy, object); })) {
      const bool applies = found.status != PolicyStatus::kNoMatch;
      AddLine(applies ? Verdict::kAsExpected : Verdict::kNotApplied, policy, object.shown,
              applies ? "no finding" : kNoMatchText);
    }
  }

  void CompareFinding(const Object& object, const PolicyResult& found, std::set<const ExpectedResult*>& met) {
    const Text policy = NameOf(*found.policy);
    for (const ExpectedResult& expected : test_.expected) {
      if (IsAbout(expected, policy, object) && found.message.find(expected.message) != std::string::npos &&
          met.insert(&expected).second) {
        AddLine(Verdict::kAsExpected, policy, object.shown, found.message);
        return;
      }
    }
    AddLine(Verdict::kDifferent, policy, object.shown, WithMessage("unexpected finding", found.message));
  }

  const PolicyTest& test_;
  PolicyTestFiles& files_;
  const Limits& limits_;
  Session& session_;
  size_t version_;
  kubernetes::CustomKinds custom_;
  kubernetes::Catalog catalog_;
  kubernetes::AdmissionPolicySet policies_;
  kubernetes::OldObjects old_objects_;
  const Value* user_info_ = nullptr;
  Operation operation_ = Operation::kCreate;
  std::set<std::string> known_;  // objects
  std::vector<Object> objects_;
  std::map<std::pair<size_t, Operation>, std::vector<PolicyResult>> results_;
  std::vector<PolicyTestLine> lines_;
};

bool IsAnyEvaluated(const PolicyTestResult& result) {
  return std::any_of(result.tests.begin(), result.tests.end(), [](const PolicyTestFile& test) {
    return std::any_of(test.lines.begin(), test.lines.end(),
                       [](const PolicyTestLine& line) { return line.verdict != Verdict::kNotEvaluated; });
  });
}

}  // namespace

PolicyTestResult RunPolicyTests(const std::vector<std::string>& paths, const Limits& limits,
                                const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                                Session& session) {
  PolicyTestResult result;
  const auto run = [&](const std::string& path, const std::string& root) {
    const std::string shown = path.starts_with("./") ? path.substr(2) : path;
    PolicyTestFiles files(path, root, limits, reader, session);
    const size_t errors = session.emit.error_count();
    const std::vector<const Value*> documents = files.Read(path);
    if (documents.empty() && session.emit.error_count() == errors) {
      session.emit.Report({}, kNoTests, shown).Emit();
    }
    for (const Value* document : documents) {
      if (const std::optional<PolicyTest> test = ReadPolicyTest(*document, session.emit)) {
        result.tests.push_back({shown, TestRun(*test, files, limits, table, session).Run()});
        if (result.tests.back().lines.empty() && session.emit.error_count() == errors) {
          session.emit.Report(document->span, kNothingCompared).Emit();
        }
      }
    }
  };
  for (const std::string& path : paths) {
    const source::PathKind kind = reader.KindOf(path);
    if (kind == source::PathKind::kMissing) {
      session.emit.Report({}, kNoPath, path).Emit();
    } else if (kind != source::PathKind::kDirectory) {
      run(path, std::string(GetDirectory(path)) + "/..");
    } else {
      const std::string directory = path.ends_with('/') ? path : path + "/";
      bool has_test = false;
      for (const std::string& file : reader.Walk(path).files) {
        if (IsPolicyTestName(GetFileName(file))) {
          has_test = true;
          run(directory + file, directory + "..");
        }
      }
      if (!has_test) {
        session.emit.Report({}, kNoTests, path).Emit();
      }
    }
  }
  if (session.emit.error_count() == 0 && !IsAnyEvaluated(result)) {
    session.emit.Report({}, kNothingEvaluated).Emit();
  }
  result.is_usable = session.emit.error_count() == 0;
  return result;
}

}  // namespace kval::driver
