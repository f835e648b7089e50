// A document with violations never ends without findings: random types and documents, whose keys resemble
// each other.

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/check/validator.h"
#include "src/policy/attach_superseded.h"
#include "tests/check/model_fixture.h"

namespace kval::findings {
namespace {

constexpr std::string_view kKeys[] = {"port", "prot", "ports", "replicas", "replcas", "name", "- name", "a"};
constexpr types::FieldPresence kPresences[] = {
    types::FieldPresence::kRequired, types::FieldPresence::kOptional, types::FieldPresence::kFilled};

// One random model; documents are values for it.
class RandomModel final : public check::ModelTest {
 public:
  explicit RandomModel(uint32_t seed) : random_(seed) { SetRoot(AnyType(3)); }
  const value::Value* AnyDocument() { return AnyMap(3); }
  const types::Model& get() const { return model; }

 private:
  void TestBody() override {}
  uint32_t Below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
  std::string_view AnyKey() { return kKeys[Below(std::size(kKeys))]; }

  types::TypeId AnyRecord(int depth) {
    std::vector<types::Field> fields;
    for (uint32_t i = Below(4); i > 0; --i) {
      const std::string_view key = AnyKey();
      if (std::ranges::none_of(fields, [&](const types::Field& field) { return field.key->raw == key; })) {
        fields.push_back(FieldNamed(key, AnyType(depth - 1), nullptr, kPresences[Below(3)]));
      }
    }
    types::Record record;
    record.fields = std::move(fields);
    record.open = Below(4) == 0;
    return Of(std::move(record));
  }

  types::TypeId AnyType(int depth) {
    const uint32_t choice = Below(depth > 0 ? 6 : 3);
    if (choice < 3) {
      return Of(types::Scalar{choice == 0 ? value::Kind::kInt : value::Kind::kString}, Below(2) == 0);
    }
    if (choice == 3) {
      return Of(types::List{AnyType(depth - 1)});
    }
    const types::TypeId record = AnyRecord(depth);
    if (choice == 4) {
      AddRule(record, AnyAssertion(depth));
    }
    return record;
  }

  types::Test AnyAssertion(int depth) {
    const std::vector<types::TypeId> types = {AnyRecord(depth - 1), AnyRecord(depth - 1)};
    switch (Below(5)) {
      case 0:
        return types::Assertion(types::ExactlyOne{types});
      case 1:
        return types::Assertion(types::AnyOf{types});
      case 2:
        return types::Assertion(types::Not{types[0]});
      case 3:
        return types::Assertion(types::IfThenElse{types[0], types[1], {}});
      default:
        return types::Assertion(types::RequiredKeys{{std::string(AnyKey())}});
    }
  }

  const value::Value* AnyValue(int depth) {
    switch (Below(depth > 0 ? 7 : 4)) {
      case 0:
        return Int(1);
      case 1:
        return Null();
      case 2:
      case 3:
        return Text("x");
      case 4:
        return List({AnyValue(depth - 1)});
      default:
        return AnyMap(depth);
    }
  }

  const value::Value* AnyMap(int depth) {
    std::vector<value::Entry> entries;
    for (uint32_t i = Below(4); i > 0; --i) {
      const std::string_view key = AnyKey();
      if (std::ranges::none_of(entries, [&](const value::Entry& entry) { return entry.key->raw == key; })) {
        entries.push_back({build.String(key, NextSpan()), AnyValue(depth - 1)});
      }
    }
    return build.Mapping(entries, NextSpan());
  }

  std::mt19937 random_;
};

TEST(Supersession, ADocumentWithViolationsHasFindings) {
  size_t superseded = 0;
  size_t invalid = 0;
  for (uint32_t seed = 0; seed < 20'000; ++seed) {
    RandomModel model(seed);
    const value::Value* document = model.AnyDocument();
    diag::Collector collector;
    diag::Emitter emit(&collector);
    check::ValidationState state;
    const bool is_valid = ReportViolations(*document, model.get(), {}, state, emit);
    check::ValidationState silent;
    const check::ValueCursor root = check::ValueCursor::Document(*document);
    EXPECT_EQ(is_valid,
              check::Validator(model.get(), silent, {}, nullptr).Holds(root, model.get().root().type))
        << "seed " << seed;
    const size_t found = collector.diagnostics().size();
    const std::vector<diag::Diagnostic> left = policy::AttachSuperseded(collector.Release());
    EXPECT_EQ(left.empty(), is_valid) << "seed " << seed;
    superseded += found - left.size();
    invalid += is_valid ? 0 : 1;
  }
  EXPECT_GT(superseded, 100U);
  EXPECT_GT(invalid, 1000U);
}

}  // namespace
}  // namespace kval::findings
