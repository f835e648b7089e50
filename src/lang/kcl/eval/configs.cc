#include "src/lang/kcl/eval/configs.h"

#include <algorithm>

#include "src/lang/kcl/eval/name_evaluator.h"
#include "src/lang/kcl/eval/operators.h"
#include "src/lang/kcl/eval/paths.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/runtime/union.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {
namespace {

using runtime::Kind;
using runtime::Operator;

// Entries of a literal are merged without evaluating instances anew: that happens once, where the config is
// used.
constexpr runtime::UnionOptions kLiteral = {.check_conflicts = true, .resolve = false};

// `value["key"]: v`: the first step is a value and the whole an expression, unless the index is a number.
bool IsKeyExpression(std::span<const KeyStep> key) {
  if (key.size() < 2 || key[0].kind != KeyStepKind::kName || key[1].kind != KeyStepKind::kIndex) {
    return false;
  }
  const Expr* index = key[1].expr;
  if (const auto* unary = index->As<UnaryExpr>()) {
    index = unary->operand;
  }
  return index->kind != ExprKind::kInt;
}

// What names look keys up in from now on, in a lambda that was made in the literal too.
void Enter(Frame* frame, DictBuilder* builder, const OuterEntries* around) {
  for (Frame* each : {frame, frame->escaped}) {
    if (each != nullptr) {
      each->builder = builder;
      each->around = around;
    }
  }
}

}  // namespace

Value Configs::Eval(const ConfigExpr& expr, Frame* frame) {
  const ConfigExpr* part = &expr;
  DictBuilder builder(&context_.heap());
  Fill(std::span(&part, 1), frame, builder);
  return context_.failed() ? Value() : builder.BuildValue(expr.span);
}

void Configs::Fill(std::span<const ConfigExpr* const> parts, Frame* frame, DictBuilder& builder) {
  Frame own;
  own.kind = FrameKind::kConfig;
  own.parent = frame;
  own.builder = &builder;
  for (const ConfigExpr* part : parts) {
    AddEntries(part->entries, &own, builder);
  }
  // A lambda in the literal goes on seeing its keys.
  if (own.escaped != nullptr) {
    own.escaped->builder = nullptr;
    own.escaped->around = nullptr;
    own.escaped->finished = context_.failed() ? nullptr : builder.Build();
  }
}

void Configs::AddEntries(std::span<const ConfigEntry> entries, Frame* frame, DictBuilder& builder) {
  for (const ConfigEntry& entry : entries) {
    if (context_.failed()) {
      return;
    }
    switch (entry.kind) {
      case EntryKind::kPair:
        AddPair(entry, frame, builder);
        break;
      case EntryKind::kUnpack:
        AddUnpacked(entry, frame, builder);
        break;
      case EntryKind::kIf:
        AddIf(entry, frame, builder);
        break;
    }
  }
}

// The entries of the branch are a separate config, as if unpacked by `**`: `x: 1` and `x = 2` in it do not
// conflict with an outer `x`. Name lookup finds its keys first (evaluator: walk_config_if_entry_expr).
void Configs::AddIf(const ConfigEntry& entry, Frame* frame, DictBuilder& builder) {
  const auto& branches = entry.condition->branches;
  const auto branch = std::find_if(branches.begin(), branches.end(), [&](const ConfigIfBranch& each) {
    return each.condition == nullptr || IsTruthy(whole_.Eval(*each.condition, frame));
  });
  if (branch == branches.end() || context_.failed()) {
    return;
  }
  DictBuilder own(&context_.heap());
  const OuterEntries around{frame->builder, frame->around};
  Enter(frame, &own, &around);
  AddEntries(branch->entries, frame, own);
  Enter(frame, around.builder, around.around);
  for (const Entry& made : own.entries()) {
    if (context_.failed()) {
      return;
    }
    context_.trace().place = entry.span;
    MergeEntry(whole_, builder, made, kLiteral);
  }
}

void Configs::AddUnpacked(const ConfigEntry& entry, Frame* frame, DictBuilder& builder) {
  Value value = whole_.Eval(*entry.value, frame);
  if (context_.failed() || value.is_empty()) {
    return;
  }
  context_.trace().place = entry.span;
  if (!value.is_config()) {
    context_.FailAt(entry.span,
                    "only list, dict and schema object can be used with unpack operators * and **, got " +
                        ToBoundedString(whole_, value));
    return;
  }
  for (const Entry& unpacked : value.fields().entries) {
    MergeEntry(whole_, builder, unpacked);
    if (context_.failed()) {
      return;
    }
  }
}

bool Configs::KeyText(const KeyStep& step, Frame* frame, std::string_view* key) {
  if (step.kind == KeyStepKind::kString) {
    *key = context_.Text(step.name.symbol);
    return true;
  }
  Value value;
  if (step.kind == KeyStepKind::kName) {
    if (context_.program().RefOf(step.name).kind != RefKind::kLocal) {
      *key = context_.Text(step.name.symbol);
      return true;
    }
    value = names_.EvalKey(step.name, frame);
  } else {
    value = whole_.Eval(*step.expr, frame);
  }
  if (context_.failed()) {
    return false;
  }
  if (!value.is(Kind::kString)) {
    context_.FailAt(step.span(), Substitute("A attribute must be string type, got '{}'", TypeName(value)));
    return false;
  }
  *key = value.string();
  return true;
}

bool Configs::IndexStep(const KeyStep& step, Frame* frame, Entry& entry) {
  Value index = whole_.Eval(*step.expr, frame);
  if (context_.failed()) {
    return false;
  }
  if (!index.is(Kind::kInt)) {
    context_.FailAt(step.span(), Substitute("a list index must be int, got '{}'", TypeName(index)));
    return false;
  }
  entry.has_index = true;
  entry.index = index.integer;
  return true;
}

// `value["key"] op v`
void Configs::AddKeyed(const ConfigEntry& entry, const Value& value, Frame* frame, DictBuilder& builder) {
  Value key = paths_.Load(names_.Eval(entry.key[0].name, frame), entry.key.subspan(1), frame);
  if (context_.failed()) {
    return;
  }
  if (!key.is(Kind::kString)) {
    context_.FailAt(entry.key_span, Substitute("A attribute must be string type, got '{}'", TypeName(key)));
    return;
  }
  Entry made;
  made.key = key.string();
  made.value = value;
  made.op = OperatorOf(entry.op);
  made.key_span = entry.key_span;
  context_.trace().place = entry.span;
  MergeEntry(whole_, builder, made, kLiteral);
}

// `a.b[0].c op v` is `a: {b[0]: {c op v}}`.
void Configs::AddPair(const ConfigEntry& entry, Frame* frame, DictBuilder& builder) {
  Value value = Recovered(context_, whole_.Eval(*entry.value, frame), entry.value->span);
  Operator op = OperatorOf(entry.op);
  if (IsKeyExpression(entry.key)) {
    AddKeyed(entry, value, frame, builder);
    return;
  }
  for (size_t end = entry.key.size(); end > 0 && !context_.failed();) {
    Entry made;
    const KeyStep* step = &entry.key[end - 1];
    if (step->kind == KeyStepKind::kIndex) {
      if (end < 2 || !IndexStep(*step, frame, made)) {
        return;
      }
      --end;
      step = &entry.key[end - 1];
    }
    if (!KeyText(*step, frame, &made.key)) {
      return;
    }
    made.value = value;
    made.op = op;
    made.key_span = step->span();
    op = Operator::kUnion;
    --end;
    if (end == 0) {
      context_.trace().place = entry.span;
      MergeEntry(whole_, builder, made, kLiteral);
      return;
    }
    DictBuilder inner(&context_.heap());
    inner.SetEntry(made);
    value = inner.BuildValue(entry.span);
  }
}

}  // namespace kval::kcl::eval
