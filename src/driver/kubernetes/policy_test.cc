#include "src/driver/kubernetes/policy_test.h"

#include <algorithm>
#include <span>

#include "src/kubernetes/admission/fields.h"
#include "src/support/edit_distance.h"

namespace kval::driver {
namespace {

using kubernetes::FieldOf;
using kubernetes::ItemsOf;
using kubernetes::TextField;
using kubernetes::TextOf;
using value::Value;
using Text = std::string_view;

constexpr diag::Def<> kNoTest{
    diag::Kind::kNoInput,
    "the document is not a policy test: it has neither the kind `Test` of `cli.kyverno.io` nor the keys "
    "`policies`, `resources` and `findings`"};
constexpr diag::Def<Text> kUnknown{diag::Kind::kUnknownKey, "a policy test has no key `{}`"};
constexpr diag::Def<Text> kMissing{diag::Kind::kMissingRequired, "required key `{}` is missing"};
constexpr diag::Def<Text, Text> kWrongType{diag::Kind::kTypeMismatch, "`{}` must be {}"};
constexpr diag::Def<Text, Text, Text> kNoChoice{diag::Kind::kOneOf, "`{}` must be {}, found `{}`"};

constexpr Text kTestKeys[] = {"policies", "resources", "operation", "old", "userInfo", "findings", "mutated"};
constexpr Text kFindingKeys[] = {"policy", "resource", "message"};
constexpr Text kResults[] = {"pass", "fail", "skip", "warn", "error"};

class TestReader {
 public:
  TestReader(const Value& document, diag::Emitter& emit) : document_(document), emit_(emit) {}

  std::optional<PolicyTest> Read() {
    const size_t errors = emit_.error_count();
    if (TextField(&document_, "apiVersion").find("kyverno.io/") != Text::npos &&
        TextField(&document_, "kind") == "Test") {
      ReadKyverno();
    } else if (document_.kind == value::Kind::kMapping && value::Find(document_, "policies") != nullptr &&
               value::Find(document_, "apiVersion") == nullptr) {
      ReadOwn();
    } else {
      emit_.Report(document_.span, kNoTest).Emit();
    }
    return emit_.error_count() == errors ? std::optional(std::move(test_)) : std::nullopt;
  }

 private:
  void ReadKyverno() {
    test_.format = PolicyTest::Format::kKyverno;
    test_.policies = Paths("policies");
    test_.resources = Paths("resources");
    test_.params = Paths("paramResources");
    test_.exceptions = Paths("exceptions");
    test_.cluster = Paths("clusterResources");
    if (const Value* path = FieldOf(&document_, "context"); !TextOf(path).empty()) {
      test_.cluster.push_back(path);
    }
    test_.values_path = FieldOf(&document_, "variables");
    test_.values = FieldOf(&document_, "values");
    test_.user_path = FieldOf(&document_, "userinfo");
    for (const Text key : {"jsonPayload", "jsonPayloads", "httpPayloads", "envoyPayloads"}) {
      test_.has_payloads = test_.has_payloads || FieldOf(&document_, key) != nullptr;
    }
    test_.json_payloads = Paths("jsonPayloads");
    if (const Value* path = FieldOf(&document_, "jsonPayload"); !TextOf(path).empty()) {
      test_.json_payloads.push_back(path);
    }
    for (const Value* result : ListIn(document_, "results")) {
      ExpectedResult expected;
      expected.span = result->span;
      const Text policy = Required(*result, "policy");
      expected.policy = policy.substr(policy.find('/') + 1);
      expected.resources = kubernetes::TextItemsOf(FieldOf(result, "resources"));
      expected.result = OneOf(*result, "result", kResults);
      if (!TextField(result, "patchedResources").empty()) {
        expected.mutated = FieldOf(result, "patchedResources");
      }
      if (FieldOf(result, "operation") != nullptr) {
        expected.operation = ReadOperation(*result);
      }
      test_.expected.push_back(std::move(expected));
    }
  }

  void ReadOwn() {
    CheckKeys(document_, kTestKeys);
    test_.policies = Paths("policies");
    test_.resources = Paths("resources");
    test_.old = Paths("old");
    test_.mutated = Paths("mutated");
    test_.user_info = FieldOf(&document_, "userInfo");
    if (FieldOf(&document_, "operation") != nullptr) {
      test_.operation = ReadOperation(document_);
    }
    for (const Text key : {"resources", "findings"}) {
      if (value::Find(document_, key) == nullptr) {
        emit_.Report(document_.span, kMissing, key).Emit();
      }
    }
    if ((test_.operation == kubernetes::Operation::kUpdate) == test_.old.empty()) {
      emit_
          .Report(document_.span, kWrongType, "old",
                  "set for the operation `UPDATE`, and for no other operation")
          .Emit();
    }
    for (const Value* finding : ListIn(document_, "findings")) {
      CheckKeys(*finding, kFindingKeys);
      ExpectedResult expected;
      expected.span = finding->span;
      expected.policy = Required(*finding, "policy");
      expected.resources = {Required(*finding, "resource")};
      expected.message = TextField(finding, "message");
      test_.expected.push_back(std::move(expected));
    }
  }

  std::vector<const Value*> Paths(Text key) {
    std::vector<const Value*> paths;
    for (const Value* path : ListIn(document_, key)) {
      if (TextOf(path).empty()) {
        emit_.Report(path->span, kWrongType, key, "a list of paths").Emit();
      } else {
        paths.push_back(path);
      }
    }
    return paths;
  }

  std::span<const Value* const> ListIn(const Value& map, Text key) {
    const Value* list = FieldOf(&map, key);
    if (list != nullptr && list->kind != value::Kind::kSequence) {
      emit_.Report(list->span, kWrongType, key, "a list").Emit();
      return {};
    }
    return ItemsOf(list);
  }

  Text Required(const Value& map, Text key) {
    const Text text = TextField(&map, key);
    if (text.empty()) {
      emit_.Report(map.span, kMissing, key).Emit();
    }
    return text;
  }

  Text OneOf(const Value& map, Text key, std::span<const Text> choices) {
    const Text text = Required(map, key);
    if (!text.empty() && std::find(choices.begin(), choices.end(), text) == choices.end()) {
      std::string names;
      for (const Text choice : choices) {
        names += (names.empty()              ? "`"
                  : choice == choices.back() ? " or `"
                                             : ", `") +
                 std::string(choice) + "`";
      }
      emit_.Report(FieldOf(&map, key)->span, kNoChoice, key, names, text).Emit();
    }
    return text;
  }

  kubernetes::Operation ReadOperation(const Value& map) {
    const Text name = OneOf(map, "operation", kubernetes::kOperationNames);
    const auto* found =
        std::find(std::begin(kubernetes::kOperationNames), std::end(kubernetes::kOperationNames), name);
    return found == std::end(kubernetes::kOperationNames)
               ? kubernetes::Operation::kCreate
               : static_cast<kubernetes::Operation>(found - std::begin(kubernetes::kOperationNames));
  }

  void CheckKeys(const Value& map, std::span<const Text> known) {
    for (const value::Entry& entry : map.entries()) {
      const Text key = entry.key->raw;
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        diag::DiagnosticBuilder report = emit_.Report(entry.key->span, kUnknown, key);
        if (const Text nearest = Nearest(key, known); !nearest.empty()) {
          report.Hint("did you mean `" + std::string(nearest) + "`?");
        }
        report.Emit();
      }
    }
  }

  const Value& document_;
  diag::Emitter& emit_;
  PolicyTest test_;
};

}  // namespace

bool IsPolicyTestName(Text file_name) {
  constexpr Text kNames[] = {"kval-test.yaml", "kval-test.yml", "kyverno-test.yaml", "kyverno-test.yml"};
  return std::find(std::begin(kNames), std::end(kNames), file_name) != std::end(kNames);
}

std::optional<PolicyTest> ReadPolicyTest(const Value& document, diag::Emitter& emit) {
  return TestReader(document, emit).Read();
}

}  // namespace kval::driver
