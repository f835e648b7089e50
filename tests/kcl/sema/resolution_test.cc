#include <gtest/gtest.h>

#include "tests/kcl/sema/analyzing.h"

// Resolved references, which the evaluator uses.
namespace kval::kcl::testing {
namespace {

const AssignStmt& Assignment(const Analyzed& analyzed, size_t index) {
  return *analyzed.program->packages[0]->files[0].body[index]->As<AssignStmt>();
}

const Ref& RefOf(const Analyzed& analyzed, const Expr* expr) {
  return analyzed.program->RefOf(expr->As<NameExpr>()->name);
}

TEST(ResolutionTest, Globals) {
  const auto analyzed = AnalyzeText("x = y\ny = 1\n");
  const Ref& ref = RefOf(*analyzed, Assignment(*analyzed, 0).value);
  EXPECT_EQ(ref.kind, RefKind::kGlobal);
  EXPECT_EQ(ref.package, 0);
  EXPECT_EQ(analyzed->program->RefOf(Assignment(*analyzed, 1).targets[0].name).index, ref.index);
  EXPECT_EQ(analyzed->program->packages[0]->globals[static_cast<size_t>(ref.index)].setters.size(), 1u);
}

TEST(ResolutionTest, SettersAreInOrderAndInsideIfs) {
  const auto analyzed = AnalyzeText("_x = 1\nif True:\n    _x = 2\n_x += 3\n");
  EXPECT_EQ(analyzed->program->packages[0]->globals[0].setters.size(), 3u);
}

TEST(ResolutionTest, LambdaFrames) {
  const auto analyzed = AnalyzeText("f = lambda a, b {\n    c = a\n    lambda d { c }\n}\n");
  const LambdaExpr& outer = *Assignment(*analyzed, 0).value->As<LambdaExpr>();
  const AssignStmt& assign = *outer.body[0]->As<AssignStmt>();
  const Ref& c = analyzed->program->RefOf(assign.targets[0].name);
  EXPECT_EQ(c.kind, RefKind::kLocal);
  EXPECT_EQ(c.index, 2);
  EXPECT_EQ(RefOf(*analyzed, assign.value).index, 0);
  const LambdaExpr& inner = *outer.body[1]->As<ExprStmt>()->exprs[0]->As<LambdaExpr>();
  const Ref& read = RefOf(*analyzed, inner.body[0]->As<ExprStmt>()->exprs[0]);
  EXPECT_EQ(read.kind, RefKind::kLocal);
  EXPECT_EQ(read.depth, 1);
  EXPECT_EQ(read.index, 2);
}

TEST(ResolutionTest, ComprehensionSlots) {
  const auto analyzed = AnalyzeText("x = [b for i, a in [[1]] for b in a]\n");
  const ListComprehensionExpr& list = *Assignment(*analyzed, 0).value->As<ListComprehensionExpr>();
  EXPECT_EQ(RefOf(*analyzed, list.item).index, 2);
  EXPECT_EQ(RefOf(*analyzed, list.clauses[1].iterable).index, 1);
}

TEST(ResolutionTest, EarlierKeysShadowGlobals) {
  const auto analyzed = AnalyzeText("a = 1\nx = {a = 2, b = {c = a}}\n");
  const ConfigExpr& outer = *Assignment(*analyzed, 1).value->As<ConfigExpr>();
  const ConfigExpr& inner = *outer.entries[1].value->As<ConfigExpr>();
  const Ref& ref = RefOf(*analyzed, inner.entries[0].value);
  EXPECT_EQ(ref.kind, RefKind::kConfigKey);
  EXPECT_EQ(ref.depth, 1);
  EXPECT_EQ(analyzed->program->fallbacks[static_cast<size_t>(ref.fallback)].kind, RefKind::kGlobal);
}

TEST(ResolutionTest, OnlyLoopVariablesAreComputedKeys) {
  const auto analyzed = AnalyzeText("k = \"z\"\nx = [{k: 1} for k in [\"a\"]]\ny = {k: 1}\n");
  const ListComprehensionExpr& list = *Assignment(*analyzed, 1).value->As<ListComprehensionExpr>();
  EXPECT_EQ(analyzed->program->RefOf(list.item->As<ConfigExpr>()->entries[0].key[0].name).kind,
            RefKind::kLocal);
  const ConfigExpr& config = *Assignment(*analyzed, 2).value->As<ConfigExpr>();
  EXPECT_EQ(analyzed->program->RefOf(config.entries[0].key[0].name).kind, RefKind::kNone);
}

TEST(ResolutionTest, NamesInASchemaAreAttributesFirst) {
  const auto analyzed =
      AnalyzeText("g = 1\nschema S[p]:\n    a: int = g\n    b: int = p\n    c = {a = 2, d = a}\n");
  const SchemaStmt& schema = *analyzed->program->packages[0]->files[0].body[1]->As<SchemaStmt>();
  const Ref& g = RefOf(*analyzed, schema.body[0]->As<AttributeStmt>()->value);
  EXPECT_EQ(g.kind, RefKind::kAttribute);
  EXPECT_EQ(analyzed->program->fallbacks[static_cast<size_t>(g.fallback)].kind, RefKind::kGlobal);
  EXPECT_EQ(RefOf(*analyzed, schema.body[1]->As<AttributeStmt>()->value).kind, RefKind::kLocal);
  const ConfigExpr& config = *schema.body[2]->As<AssignStmt>()->value->As<ConfigExpr>();
  const Ref& a = RefOf(*analyzed, config.entries[1].value);
  EXPECT_EQ(a.kind, RefKind::kAttribute);
  EXPECT_EQ(a.depth, 1);
}

TEST(ResolutionTest, ModulesAndBuiltins) {
  const auto analyzed = AnalyzeText("import math\nx = math.log(len([1]))\n");
  const CallExpr& call = *Assignment(*analyzed, 1).value->As<CallExpr>();
  const Ref& math = RefOf(*analyzed, call.callee->As<SelectorExpr>()->value);
  EXPECT_EQ(math.kind, RefKind::kSystemModule);
  EXPECT_EQ(analyzed->program->ast.names.Text(math.symbol), "math");
  EXPECT_EQ(RefOf(*analyzed, call.args[0].value->As<CallExpr>()->callee).kind, RefKind::kBuiltin);
}

TEST(ResolutionTest, SchemasAreLinked) {
  const auto analyzed = AnalyzeText(
      "schema A:\n    x: int\nschema B(A):\n    mixin [CMixin]\n    y?: \"v\"\n    z: \"w\"\nmixin CMixin:\n "
      "   m: int\n");
  EXPECT_EQ(analyzed->Report(), "");
  const Program& program = *analyzed->program;
  const Schema& b = *program.schemas[1];
  EXPECT_EQ(b.base, program.schemas[0].get());
  ASSERT_EQ(b.mixins.size(), 1u);
  EXPECT_TRUE(b.IsA(program.schemas[0].get()));
  EXPECT_NE(b.Find(program.ast.names.Find("x")), nullptr);
  EXPECT_NE(b.Find(program.ast.names.Find("m")), nullptr);
  EXPECT_FALSE(b.attributes[0].has_default);
  EXPECT_TRUE(b.attributes[1].has_default);
}

}  // namespace
}  // namespace kval::kcl::testing
