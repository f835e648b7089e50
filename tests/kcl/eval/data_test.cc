#include <gtest/gtest.h>

#include "src/lang/kcl/eval/document.h"
#include "src/value/builder.h"
#include "tests/kcl/eval/program.h"

// Documents as input data of schemas.
namespace kval::kcl::eval {
namespace {

constexpr const char* kProgram =
    "schema Port:\n"
    "    number: int\n"
    "    name?: str\n"
    "    check:\n"
    "        0 < number < 65536, \"out of range\"\n"
    "        len(name) < 5 if name, \"long name\"\n"
    "schema Service:\n"
    "    name: str\n"
    "    label: str = \"svc-${name}\"\n"
    "    ports: [Port] = [{number = 80}]\n"
    "    check:\n"
    "        len(ports) > 0\n";

class DataTest : public testing::Test {
 protected:
  DataTest() : program_(kProgram, Collecting()) { EXPECT_TRUE(program_.Start()); }

  static EvalOptions Collecting() {
    EvalOptions options;
    options.collect_check_failures = true;
    return options;
  }
  // Returns a mapping. The spans of all nodes are numbered in order of creation.
  const value::Value* Map(std::initializer_list<std::pair<const char*, const value::Value*>> entries) {
    std::vector<value::Entry> list;
    for (const auto& [key, value] : entries) {
      list.push_back({builder_.String(key, Next()), value});
    }
    return builder_.Mapping(list, Next());
  }
  source::Span Next() {
    ++offset_;
    return {1'000'000 + offset_, 1'000'001 + offset_};
  }
  std::vector<std::string> Complaints() {
    std::vector<std::string> all;
    for (const diag::Diagnostic& diagnostic : program_.diagnostics()) {
      all.push_back(diagnostic.message);
    }
    return all;
  }

  TestProgram program_;
  Arena arena_;
  value::Builder builder_{&arena_};
  uint32_t offset_ = 0;
};

TEST_F(DataTest, DataIsUnitedWithDefaults) {
  const value::Value* data = Map({{"name", builder_.String("web")}});
  runtime::Value instance = program_.evaluation().Instantiate(program_.schema("Service"), *data);
  EXPECT_EQ(YamlText(instance), "name: web\nlabel: svc-web\nports:\n- number: 80\n");
  EXPECT_TRUE(Complaints().empty());
}

TEST_F(DataTest, AllFailingChecksAreReportedAtTheirData) {
  const value::Value* first =
      Map({{"number", builder_.Int(0, Next())}, {"name", builder_.String("toolong", Next())}});
  const value::Value* second = Map({{"number", builder_.Int(70000, Next())}});
  const value::Value* items[] = {first, second};
  const value::Value* data =
      Map({{"name", builder_.String("web")}, {"ports", builder_.Sequence(items, Next())}});
  program_.evaluation().Instantiate(program_.schema("Service"), *data);
  ASSERT_EQ(Complaints(), (std::vector<std::string>{"EvaluationError: Instance check failed: out of range",
                                                    "EvaluationError: Instance check failed: long name",
                                                    "EvaluationError: Instance check failed: out of range"}));
  // Each finding is at the entry that the check reads.
  EXPECT_EQ(program_.diagnostics()[0].labels[0].span, first->entries()[0].value->span);
  EXPECT_EQ(program_.diagnostics()[1].labels[0].span, first->entries()[1].value->span);
  EXPECT_EQ(program_.diagnostics()[2].labels[0].span, second->entries()[0].value->span);
}

TEST_F(DataTest, WrongShapesAreReportedOnceAndSilenceTheChecks) {
  const value::Value* port =
      Map({{"number", builder_.String("x", Next())}, {"color", builder_.Int(1, Next())}});
  const value::Value* items[] = {port};
  const value::Value* data = Map({{"ports", builder_.Sequence(items, Next())}});
  program_.evaluation().Instantiate(program_.schema("Service"), *data);
  std::vector<std::string> complaints = Complaints();
  ASSERT_FALSE(complaints.empty());
  for (const std::string& complaint : complaints) {
    EXPECT_EQ(complaint.find("Instance check failed"), std::string::npos) << complaint;
  }
}

TEST(CatchTest, WhatAProgramCatchesIsNotReported) {
  EvalOptions options;
  options.collect_check_failures = true;
  TestProgram program(
      "import runtime\nschema S:\n    a: int\n    check:\n        a > 0, \"small\"\nm = runtime.catch(lambda "
      "{\n    "
      "S {a = 0}\n    1\n})\n",
      options);
  EXPECT_EQ(program.Run(), "m: small\n");
}

TEST_F(DataTest, OneAttributeIsEvaluatedAlone) {
  const value::Value* data = Map({{"name", builder_.String("db")}});
  runtime::Value label = program_.evaluation().Attribute(program_.schema("Service"), "label", *data);
  EXPECT_EQ(runtime::Text(label), "svc-db");
}

TEST(DocumentTest, ValuesKeepTheirSpans) {
  Arena arena;
  value::Builder builder(&arena);
  runtime::Heap heap;
  const value::Value* items[] = {builder.Int(1, {10, 11}), builder.Null({12, 16})};
  const value::Value* list = builder.Sequence(items, {9, 17});
  runtime::Value value = FromDocument(heap, *list);
  EXPECT_EQ(value.span, (source::Span{9, 17}));
  EXPECT_EQ(value.items()[0].span, (source::Span{10, 11}));
  const value::Value* back = ToDocument(builder, value);
  EXPECT_TRUE(value::Equal(*back, *list));
  EXPECT_EQ(back->items()[1]->span, (source::Span{12, 16}));
}

}  // namespace
}  // namespace kval::kcl::eval
