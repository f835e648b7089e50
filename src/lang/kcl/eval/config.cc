#include <string>

#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/value/compare.h"
#include "src/lang/kcl/value/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {
namespace {

using runtime::Kind;
using runtime::Operator;

Operator OperatorOf(EntryOp op) {
  switch (op) {
    case EntryOp::kUnion:
      return Operator::kUnion;
    case EntryOp::kOverride:
      return Operator::kOverride;
    case EntryOp::kInsert:
      return Operator::kInsert;
  }
  return Operator::kUnion;
}

// Entries of a literal are merged without evaluating instances anew: that happens once, where the config is
// used.
constexpr runtime::UniteOptions kLiteral = {.check_conflicts = true, .resolve = false};

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

}  // namespace

Value Evaluator::EvalConfig(const ConfigExpr& expr, Frame* frame) {
  const ConfigExpr* part = &expr;
  return EvalConfigs(std::span(&part, 1), frame);
}

Value Evaluator::EvalConfigs(std::span<const ConfigExpr* const> parts, Frame* frame) {
  DictBuilder builder(&heap_);
  Frame own;
  own.kind = FrameKind::kConfig;
  own.parent = frame;
  own.builder = &builder;
  for (const ConfigExpr* part : parts) {
    AddEntries(part->entries, &own, builder);
  }
  const Dict* dict = failed() ? nullptr : builder.Build();
  if (own.escaped != nullptr) {
    own.escaped->builder = nullptr;
    own.escaped->finished = dict;
  }
  return dict == nullptr ? Value() : runtime::MakeDict(dict, parts.back()->span);
}

void Evaluator::AddEntries(std::span<const ConfigEntry> entries, Frame* frame, DictBuilder& builder) {
  for (const ConfigEntry& entry : entries) {
    if (failed()) {
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
        for (const ConfigIfBranch& branch : entry.condition->branches) {
          if (branch.condition == nullptr || IsTruthy(Eval(*branch.condition, frame))) {
            AddEntries(branch.entries, frame, builder);
            break;
          }
        }
        break;
    }
  }
}

void Evaluator::AddUnpacked(const ConfigEntry& entry, Frame* frame, DictBuilder& builder) {
  Value value = Eval(*entry.value, frame);
  if (failed() || value.is_empty()) {
    return;
  }
  trace_.place = entry.span;
  if (!value.is_config()) {
    FailAt(entry.span, "only list, dict and schema object can be used with unpack operators * and **, got " +
                           TextOf(value));
    return;
  }
  for (const Entry& unpacked : value.fields().entries) {
    MergeEntry(*this, builder, unpacked);
    if (failed()) {
      return;
    }
  }
}

bool Evaluator::KeyText(const KeyStep& step, Frame* frame, std::string_view* key) {
  if (step.kind == KeyStepKind::kString || (step.kind == KeyStepKind::kName && step.name.id < 0)) {
    *key = Text(step.name.symbol);
    return true;
  }
  Value value;
  if (step.kind == KeyStepKind::kName) {
    if (program_.RefOf(step.name).kind != RefKind::kLocal) {
      *key = Text(step.name.symbol);
      return true;
    }
    value = EvalName(step.name, frame);
  } else {
    value = Eval(*step.expr, frame);
  }
  if (failed()) {
    return false;
  }
  if (!value.is(Kind::kString)) {
    FailAt(step.span, Substitute("A attribute must be string type, got '{}'", TypeName(value)));
    return false;
  }
  *key = value.string();
  return true;
}

bool Evaluator::IndexStep(const KeyStep& step, Frame* frame, Entry& entry) {
  Value index = Eval(*step.expr, frame);
  if (failed()) {
    return false;
  }
  if (!index.is(Kind::kInt)) {
    FailAt(step.span, Substitute("a list index must be int, got '{}'", TypeName(index)));
    return false;
  }
  entry.has_index = true;
  entry.index = index.integer;
  return true;
}

// `a.b[0].c op v` is `a: {b[0]: {c op v}}`.
void Evaluator::AddPair(const ConfigEntry& entry, Frame* frame, DictBuilder& builder) {
  Value value = Eval(*entry.value, frame);
  Operator op = OperatorOf(entry.op);
  if (IsKeyExpression(entry.key)) {
    Value key = LoadPath(EvalName(entry.key[0].name, frame), entry.key.subspan(1), frame);
    if (failed()) {
      return;
    }
    if (!key.is(Kind::kString)) {
      FailAt(entry.key_span, Substitute("A attribute must be string type, got '{}'", TypeName(key)));
      return;
    }
    Entry made;
    made.key = key.string();
    made.value = value;
    made.op = op;
    made.key_span = entry.key_span;
    trace_.place = entry.span;
    MergeEntry(*this, builder, made, kLiteral);
    return;
  }
  for (size_t end = entry.key.size(); end > 0 && !failed();) {
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
    made.key_span = step->span;
    op = Operator::kUnion;
    --end;
    if (end == 0) {
      trace_.place = entry.span;
      MergeEntry(*this, builder, made, kLiteral);
      return;
    }
    DictBuilder inner(&heap_);
    inner.SetEntry(made);
    value = inner.BuildValue(entry.span);
  }
}

}  // namespace kval::kcl::eval
