#include "src/driver/kubernetes/policy_test_run.h"

#include <algorithm>
#include <set>
#include <utility>

#include "src/driver/kubernetes/policy_test.h"
#include "src/driver/kubernetes/policy_test_files.h"
#include "src/driver/kubernetes/policy_test_objects.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/same_object.h"
#include "src/support/path_text.h"
#include "src/value/compare.h"

namespace kval::driver {
namespace {

using kubernetes::FieldOf;
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
constexpr diag::Def<Text> kNoPath{diag::Kind::kNoInput, "{} does not exist"};

constexpr size_t kLongestObject = 400;  // bytes of an object that a line shows
constexpr const char* kNoMatchText = "the policy does not match the object";

Text NameOf(const Value& object) {
  return TextField(FieldOf(&object, "metadata"), "name");
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
      : test_(test), files_(files), given_(test, files, limits, table, session) {}

  std::vector<PolicyTestLine> Run() {
    given_.Load();
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
  using Object = PolicyTestObjects::Object;

  // Why a policy is not evaluated for any object; empty if it is.
  std::string ReasonAgainst(Text policy) const {
    for (const auto& unused : given_.policies().not_evaluated()) {
      if (NameOf(*unused.document) == policy) {
        return std::string(TextField(unused.document, "kind")) + ": " + std::string(unused.reason);
      }
    }
    return {};
  }

  bool IsBound(Text policy) const {
    const auto has_name = [policy](const auto& bound) { return bound.policy->name() == policy; };
    const auto& validating = given_.policies().bound();
    const auto& mutating = given_.policies().mutating();
    return std::any_of(validating.begin(), validating.end(), has_name) ||
           std::any_of(mutating.begin(), mutating.end(), has_name);
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
      for (size_t i = 0; i < given_.objects().size(); ++i) {
        const Object& object = given_.objects()[i];
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
      for (size_t i = 0; i < given_.objects().size(); ++i) {
        chosen.push_back(i);
      }
    }
    for (const size_t i : chosen) {
      CompareWith(expected, i);
    }
  }

  void CompareWith(const ExpectedResult& expected, size_t index) {
    const std::string& shown = given_.objects()[index].shown;
    const std::string result(expected.result);
    bool applies = false;
    for (const PolicyResult& found :
         given_.ResultsOf(index, expected.operation.value_or(given_.operation()))) {
      if (NameOf(*found.policy) != expected.policy || found.status == PolicyStatus::kNoMatch) {
        continue;
      }
      applies = true;
      const std::string name(ResultName(found));
      if (found.status == PolicyStatus::kUnknown) {
        AddLine(Verdict::kNotEvaluated, expected.policy, shown, found.message);
      } else if (name == result) {
        CompareMutated(expected, index, found.object, name);
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

  // An object after the mutations of a policy with the one that the result names, if it names one.
  void CompareMutated(const ExpectedResult& expected, size_t index, const Value* object, std::string name) {
    const Object& written = given_.objects()[index];
    if (expected.mutated == nullptr || object == nullptr) {
      AddLine(Verdict::kAsExpected, expected.policy, written.shown, std::move(name));
      return;
    }
    for (const Value* other : files_.Objects({&expected.mutated, 1})) {
      if (IsSameName(*other, written)) {
        AddComparison(expected.policy, written, *object, *other, std::move(name));
        return;
      }
    }
    AddLine(Verdict::kNotApplied, expected.policy, written.shown,
            "the file of `patchedResources` has no such object");
  }

  static bool IsSameName(const Value& object, const Object& written) {
    const Text name_space = TextField(FieldOf(&object, "metadata"), "namespace");
    return TextField(&object, "apiVersion") == written.resource.api_version &&
           TextField(&object, "kind") == written.resource.kind && NameOf(object) == written.name &&
           (name_space == written.name_space || (name_space.empty() && written.name_space == "default"));
  }

  void AddComparison(Text policy, const Object& written, const Value& found, const Value& expected,
                     std::string text) {
    if (kubernetes::IsSameObject(found, expected)) {
      AddLine(Verdict::kAsExpected, policy, written.shown, std::move(text));
    } else {
      AddLine(Verdict::kDifferent, policy, written.shown,
              "after the mutations the object differs from the expected one: found " +
                  value::Abbreviate(found, kLongestObject));
    }
  }

  // kval's format.
  void CompareFindings() {
    for (const auto& unused : given_.policies().not_evaluated()) {
      AddLine(Verdict::kNotEvaluated, NameOf(*unused.document), {},
              std::string(TextField(unused.document, "kind")) + ": " + std::string(unused.reason));
    }
    std::set<const ExpectedResult*> met;
    for (size_t i = 0; i < given_.objects().size(); ++i) {
      for (const PolicyResult& found : given_.ResultsOf(i, given_.operation())) {
        CompareResult(given_.objects()[i], found, met);
      }
    }
    CompareAllMutated();
    for (const ExpectedResult& expected : test_.expected) {
      if (met.count(&expected) == 0) {
        AddLine(Verdict::kDifferent, expected.policy, std::string(expected.resources.front()),
                WithMessage("expected a finding, found none", std::string(expected.message)));
      }
    }
  }

  void CompareAllMutated() {
    for (const Value* expected : files_.Objects(test_.mutated)) {
      bool is_found = false;
      for (size_t i = 0; i < given_.objects().size() && !is_found; ++i) {
        const Object& written = given_.objects()[i];
        is_found = IsSameName(*expected, written);
        if (is_found) {
          AddComparison("mutated", written, given_.Mutated(i), *expected, "the object after all mutations");
        }
      }
      if (!is_found) {
        AddLine(Verdict::kDifferent, "mutated", std::string(NameOf(*expected)),
                "the test has no such resource");
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
  PolicyTestObjects given_;
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
