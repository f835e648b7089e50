#include "src/check/type_binding.h"

#include <gmock/gmock.h>

#include "tests/check/model_fixture.h"

namespace kval::check {
namespace {

using testing::ElementsAre;
using value::Kind;

class TypeBindingTest : public ModelTest {
 protected:
  // Returns `map` with a span that encloses `inner`, as in a file.
  const value::Value* Around(const value::Value* map, source::Span inner) {
    return build.WithSpan(*map, {inner.begin - 1, inner.end + 1});
  }
};

TEST_F(TypeBindingTest, FindsValueFieldTypeAndRulesByOffset) {
  const types::TypeId port = Scalar(Kind::kInt);
  AddRule(port, types::Minimum{Int(1)});
  SetRoot(RecordOf({FieldNamed("service", RecordOf({FieldNamed("port", port)}))}));
  const value::Value* number = Int(80);
  const value::Value* service = Around(Map({{"port", number}}), number->span);
  const value::Value* document = Around(Map({{"service", service}}), number->span);
  ValidationState worker;
  const std::optional<TypeBinding> matched = FindBindingAt(*document, model, worker, number->span.begin);
  ASSERT_TRUE(matched.has_value());
  EXPECT_EQ(diag::Display(matched->path), "service.port");
  EXPECT_THAT(matched->types, ElementsAre(port));
  ASSERT_EQ(matched->fields.size(), 1U);
  EXPECT_EQ(interner.Text(matched->fields[0]->name), "port");
  EXPECT_EQ(matched->Rules(model).size(), 1U);
  EXPECT_FALSE(FindBindingAt(*document, model, worker, 1'000'000).has_value());
}

TEST_F(TypeBindingTest, BindsUnionMembersAndAssertions) {
  const types::TypeId text = Scalar(Kind::kString);
  const types::TypeId number = Scalar(Kind::kInt);
  const types::TypeId choice = Of(types::Union{{number, text}});
  const types::TypeId other = Of(types::Any{});
  types::Type asserting = model.Get(choice);
  types::Rule rule;
  rule.test = types::Assertion(types::IfThenElse{text, other, number});
  asserting.rules.push_back(model.Add(std::move(rule)));
  model.Define(choice, std::move(asserting));
  SetRoot(choice);
  const value::Value* document = Text("x");
  ValidationState worker;
  const std::optional<TypeBinding> matched = FindBindingAt(*document, model, worker, document->span.begin);
  ASSERT_TRUE(matched.has_value());
  EXPECT_THAT(matched->types, testing::UnorderedElementsAre(choice, text, other));
}

}  // namespace
}  // namespace kval::check
