// Cost of validation, in steps of the worker.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/check/model_fixture.h"

namespace kval::check {
namespace {

using value::Kind;

class CostTest : public ModelTest {
 protected:
  // Returns a union of two record types, nested `depth` times below `x`. The two records differ only in their
  // second required key, `y` or `z`.
  types::TypeId Nested(int depth) {
    types::TypeId inner = Of(types::Union{{Scalar(Kind::kInt), Scalar(Kind::kString)}});
    for (int i = 0; i < depth; ++i) {
      const types::TypeId optional =
          RecordOf({FieldNamed("x", inner, nullptr, types::FieldPresence::kRequired), Named("y")});
      const types::TypeId required =
          RecordOf({FieldNamed("x", inner, nullptr, types::FieldPresence::kRequired), Named("z")});
      inner = Of(types::Union{{optional, required}});
    }
    return inner;
  }
  types::Field Named(std::string_view name) {
    return FieldNamed(name, Scalar(Kind::kInt), nullptr, types::FieldPresence::kRequired);
  }
  const value::Value* NestedValue(int depth, const value::Value* innermost) {
    const value::Value* value = innermost;
    for (int i = 0; i < depth; ++i) {
      value = Map({{"x", value}, {"z", Int(1)}});
    }
    return value;
  }

  uint64_t StepsOf(const value::Value* document, bool expected = true) {
    diag::Collector collector;
    diag::Emitter emit(&collector);
    ValidationState worker;
    EXPECT_EQ(findings::ReportViolations(*document, model, {}, worker, emit), expected);
    EXPECT_EQ(collector.diagnostics().empty(), expected);
    return worker.steps_spent();
  }

  uint64_t StepsOfNested(int depth, const value::Value* innermost, bool expected) {
    SetRoot(Nested(depth));
    return StepsOf(NestedValue(depth, innermost), expected);
  }
};

TEST_F(CostTest, NestedUnionsCostLinearTime) {
  const uint64_t half = StepsOfNested(500, Int(1), true);
  const uint64_t whole = StepsOfNested(1000, Int(1), true);
  EXPECT_LE(whole * 10, half * 23);
}

TEST_F(CostTest, AErrorBelowNestedUnionsCostsLinearTimeToo) {
  const uint64_t half = StepsOfNested(500, build.Bool(true), false);
  const uint64_t whole = StepsOfNested(1000, build.Bool(true), false);
  EXPECT_LE(whole * 10, half * 23);
}

TEST_F(CostTest, ManyUnionsInManyItemsCostLinearTime) {
  std::vector<types::Field> fields;
  for (int i = 0; i < 200; ++i) {
    fields.push_back(FieldNamed("f" + std::to_string(i), Nested(2)));
  }
  SetRoot(Of(types::List{RecordOf(std::move(fields))}));
  const auto items = [&](int count) {
    std::vector<const value::Value*> list;
    for (int i = 0; i < count; ++i) {
      std::vector<value::Entry> entries;
      for (int f = 0; f < 200; ++f) {
        entries.push_back({build.String("f" + std::to_string(f)), NestedValue(2, Int(1))});
      }
      list.push_back(build.Mapping(entries));
    }
    return build.Sequence(list);
  };
  const uint64_t half = StepsOf(items(50));
  const uint64_t whole = StepsOf(items(100));
  EXPECT_LE(whole * 10, half * 23);
  EXPECT_LE(whole, uint64_t{100} * 200 * 100);
}

TEST_F(CostTest, AssertionsThatShareTypesCostLinearTime) {
  const auto nested = [&](int depth, types::TypeId inner) {
    for (int i = 0; i < depth; ++i) {
      const types::TypeId outer = Of(types::Any{});
      AddRule(outer, types::Assertion(types::AllOf{{inner, inner}}));
      inner = outer;
    }
    return inner;
  };
  SetRoot(nested(60, Scalar(Kind::kInt)));
  EXPECT_LE(StepsOf(Int(1)), 2000U);
  EXPECT_LE(StepsOf(Text("x"), false), 5000U);
}

TEST_F(CostTest, AUsedUpBudgetIsAErrorAndNothingElseIs) {
  SetRoot(Of(types::List{Scalar(Kind::kInt)}));
  diag::Collector collector;
  diag::Emitter emit(&collector);
  ValidationState worker(10);
  std::vector<const value::Value*> items(20, Text("x"));
  EXPECT_FALSE(findings::ReportViolations(*List(items), model, {}, worker, emit));
  ASSERT_FALSE(collector.diagnostics().empty());
  EXPECT_EQ(collector.diagnostics().back().kind, diag::Kind::kLimitSteps);
  ValidationState next(10);
  EXPECT_TRUE(findings::ReportViolations(*List({Int(1)}), model, {}, next, emit));
}

TEST_F(CostTest, WhatIsTooDeepIsSaidToBe) {
  const types::TypeId node = Of(types::Any{});
  types::Type type;
  type.shape = types::List{node};
  model.Define(node, type);
  SetRoot(node);
  const value::Value* value = List({});
  for (int i = 0; i < 300'000; ++i) {
    value = List({value});
  }
  diag::Collector collector;
  diag::Emitter emit(&collector);
  ValidationState worker;
  EXPECT_FALSE(findings::ReportViolations(*value, model, {}, worker, emit));
  ASSERT_EQ(collector.diagnostics().size(), 1U);
  EXPECT_EQ(collector.diagnostics()[0].kind, diag::Kind::kLimitDepth);
}

}  // namespace
}  // namespace kval::check
