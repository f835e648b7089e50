#include "src/findings/violation_causes.h"

#include <gmock/gmock.h>

#include "src/check/validator.h"
#include "tests/check/model_fixture.h"

namespace kval::findings {
namespace {

using check::violation::MissingKey;
using check::violation::SeveralHold;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using types::FieldPresence;
using value::Kind;

class ViolationCausesTest : public check::ModelTest {
 protected:
  // Explains the violations of the document, in the order in which they are reported.
  std::vector<ExplainedViolation>& Explain(const value::Value& document) {
    check::Validator::ValidationMode mode;
    mode.records_tainted = true;
    worker_.BeginRun(model.root().type);
    check::Validator(model, worker_, mode, &violations_)
        .Run(check::ValueCursor::Document(document), model.root().type);
    explained_ = CauseFinder(document, model, worker_).Explain(violations_);
    return explained_;
  }
  types::Field Required(std::string_view name, types::TypeId type) {
    return FieldNamed(name, type, nullptr, FieldPresence::kRequired);
  }
  types::Field Optional(std::string_view name, types::TypeId type) {
    return FieldNamed(name, type, nullptr, FieldPresence::kOptional);
  }

  // Returns the keys whose findings supersede the violation of that kind.
  template <typename Kind>
  std::vector<source::Span> KeysThatSupersede() const {
    std::vector<source::Span> keys;
    for (const ExplainedViolation& each : explained_) {
      for (const diag::DiagnosticRef& other : each.superseded_by) {
        if (each.violation->As<Kind>() != nullptr && other.kind == diag::Kind::kUnknownKey) {
          keys.push_back(other.at);
        }
      }
    }
    return keys;
  }

 private:
  check::ValidationState worker_;
  check::Violations violations_;
  std::vector<ExplainedViolation> explained_;
};

source::Span KeySpan(const value::Value& map, size_t entry) {
  return map.entries()[entry].key->span;
}

TEST_F(ViolationCausesTest, AMisspeltKeySupersedesTheMissingOne) {
  SetRoot(RecordOf({Required("replicas", Scalar(Kind::kInt))}));
  const value::Value* document = Map({{"replcas", Int(1)}});
  EXPECT_EQ(Explain(*document).size(), 2U);
  EXPECT_THAT(KeysThatSupersede<MissingKey>(), Contains(KeySpan(*document, 0)));
}

TEST_F(ViolationCausesTest, AnUnrelatedUnknownKeySupersedesNothing) {
  SetRoot(RecordOf({Required("replicas", Scalar(Kind::kInt))}));
  Explain(*Map({{"colour", Int(1)}}));
  EXPECT_THAT(KeysThatSupersede<MissingKey>(), IsEmpty());
}

TEST_F(ViolationCausesTest, AKeyThatIsIndentedTooFarNamesTheMapThatLacksIt) {
  SetRoot(RecordOf({Required("port", Scalar(Kind::kInt)),
                    Optional("image", RecordOf({Optional("name", Scalar(Kind::kString))}))}));
  const value::Value* image = Map({{"name", Text("a")}, {"port", Int(1)}});
  const value::Value* document = Map({{"image", image}});
  const std::vector<ExplainedViolation>& explained = Explain(*document);
  EXPECT_THAT(KeysThatSupersede<MissingKey>(), Contains(KeySpan(*image, 1)));
  EXPECT_EQ(explained.front().cause.outer, document);
}

TEST_F(ViolationCausesTest, AnUnindentedBlockIsOneFinding) {
  SetRoot(RecordOf({Optional("image", RecordOf({Optional("name", Scalar(Kind::kString)),
                                                Optional("tag", Scalar(Kind::kString))}))}));
  const value::Value* absent = build.Null({7, 7});
  const std::vector<ExplainedViolation>& explained =
      Explain(*Map({{"image", absent}, {"name", Text("a")}, {"tag", Text("b")}}));
  ASSERT_EQ(explained.size(), 2U);
  EXPECT_EQ(explained[0].cause.parent, "image");
  EXPECT_FALSE(explained[0].is_in_earlier_finding);
  EXPECT_TRUE(explained[1].is_in_earlier_finding);
}

TEST_F(ViolationCausesTest, ABlockWithoutTheLineOfItsParentIsOneFinding) {
  SetRoot(RecordOf({Required("image", RecordOf({Optional("name", Scalar(Kind::kString)),
                                                Optional("tag", Scalar(Kind::kString))}))}));
  const value::Value* document = Map({{"name", Text("a")}, {"tag", Text("b")}});
  const std::vector<ExplainedViolation>& explained = Explain(*document);
  ASSERT_EQ(explained.size(), 3U);
  EXPECT_EQ(explained[0].cause.parent, "image");
  EXPECT_EQ(explained[0].cause.count, 2U);
  EXPECT_TRUE(explained[1].is_in_earlier_finding);
  EXPECT_THAT(KeysThatSupersede<MissingKey>(), Contains(KeySpan(*document, 0)));
}

TEST_F(ViolationCausesTest, ACorrectedKeyMayDecideBetweenAlternatives) {
  types::Record open;
  open.open = true;
  const types::TypeId any = Of(std::move(open));
  const types::TypeId root = RecordOf({Optional("port", Scalar(Kind::kInt))});
  AddRule(root, types::Assertion(types::ExactlyOne{{any, any}}));
  SetRoot(root);
  const value::Value* document = Map({{"prt", Int(1)}});
  Explain(*document);
  EXPECT_THAT(KeysThatSupersede<SeveralHold>(), ElementsAre(KeySpan(*document, 0)));
}

TEST_F(ViolationCausesTest, ARuleOfAConditionFollowsFromTheMissingKeyOfTheCondition) {
  types::Record condition;
  condition.fields = {Optional("kind", Scalar(Kind::kString))};
  condition.open = true;
  types::Record consequence;
  consequence.fields = {Required("size", Scalar(Kind::kInt))};
  consequence.open = true;
  const types::TypeId root =
      RecordOf({Required("kind", Scalar(Kind::kString)), Optional("size", Scalar(Kind::kInt))});
  AddRule(root,
          types::Assertion(types::IfThenElse{Of(std::move(condition)), Of(std::move(consequence)), {}}));
  SetRoot(root);
  const std::vector<ExplainedViolation>& explained = Explain(*Map({}));
  ASSERT_EQ(explained.size(), 2U);
  EXPECT_THAT(explained[0].superseded_by, IsEmpty());
  ASSERT_EQ(explained[1].superseded_by.size(), 1U);
  EXPECT_EQ(explained[1].superseded_by[0].kind, diag::Kind::kMissingRequired);
  EXPECT_EQ(explained[1].superseded_by[0].path, "kind");
}

}  // namespace
}  // namespace kval::findings
