#include "src/lang/cel/explanation.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "src/support/native_stack.h"

namespace kval::cel {
namespace {

constexpr size_t kLongestValue = 120;
constexpr size_t kMostParts = 4;
constexpr size_t kMostReadings = 6;

}  // namespace

std::vector<FailingPart> Explanation::Of(const Expr& root) {
  if (evaluator_.Evaluate(root).is_false()) {
    Explain(root, true);
  }
  if (context_.is_over()) {
    parts_.clear();
  }
  return std::move(parts_);
}

void Explanation::Explain(const Expr& expr, bool expected) {
  NeedStack();
  if (expr.kind == ExprKind::kComprehension) {
    ExplainLoop(expr, expected);
  } else if (expr.op == Op::kAnd || expr.op == Op::kOr) {
    ExplainLogic(expr, expected);
  } else if (expr.op == Op::kConditional) {
    const Value condition = evaluator_.Evaluate(*expr.args[0]);
    const Expr& branch = *expr.args[condition.is_true() ? 1 : 2];
    // A constantly false branch explains nothing; its condition does.
    branch.is_constant ? Explain(*expr.args[0], !condition.is_true()) : Explain(branch, expected);
  } else if (expr.kind == ExprKind::kCall && expr.name == "!_") {
    Explain(*expr.args[0], !expected);
  } else {
    Add(expr);
  }
}

void Explanation::ExplainLogic(const Expr& expr, bool expected) {
  // Of `a && b` that should be true, and of `a || b` that should be false, one part is enough to spoil it.
  for (const Expr* arg : expr.args) {
    const Value value = evaluator_.Evaluate(*arg);
    if (value.is(ValueKind::kBool) && value.boolean() != expected) {
      Explain(*arg, expected);
      if ((expr.op == Op::kAnd) == expected) {
        return;
      }
    }
  }
}

void Explanation::ExplainLoop(const Expr& expr, bool expected) {
  const Comprehension& loop = *expr.comprehension;
  const bool names_one =
      (expr.macro == Macro::kAll && expected) || (expr.macro == Macro::kExists && !expected);
  const Value range = names_one ? evaluator_.Evaluate(*loop.range) : Value();
  if (!range.is(ValueKind::kList) && !range.is(ValueKind::kMap)) {
    Add(expr);
    return;
  }
  const bool is_map = range.is(ValueKind::kMap);
  const size_t size = is_map ? range.map().size() : range.list().size();
  const Expr& predicate = *loop.step->args[1];
  for (size_t i = 0; i < size && !context_.is_over(); ++i) {
    const bool has_second = HasSecondVariable(loop);
    const Value item = is_map ? range.map().ValueAt(i) : range.list().At(i);
    Value first = is_map ? range.map().KeyAt(i) : item;
    if (has_second) {
      evaluator_.slots()[static_cast<size_t>(loop.second_slot)] = item;
      first = is_map ? first : Value::Int(static_cast<int64_t>(i));
    }
    evaluator_.slots()[static_cast<size_t>(loop.slot)] = first;
    const Value value = evaluator_.Evaluate(predicate);
    if (value.is(ValueKind::kBool) && value.boolean() != expected) {
      // Of an item that is a collection the parts that are read say enough.
      const bool is_shown = !first.is(ValueKind::kList) && !first.is(ValueKind::kMap);
      if (is_shown) {
        loop_variables_.push_back({std::string(loop.variable), ValueText(first, kLongestValue)});
      }
      const auto outer = std::pair(variable_, item_);
      if (item.is(ValueKind::kMap) && (!is_map || has_second)) {
        variable_ = has_second ? loop.second_variable : loop.variable;
        item_ = &item.map();
      }
      Explain(predicate, expected);
      std::tie(variable_, item_) = outer;
      if (is_shown) {
        loop_variables_.pop_back();
      }
      return;
    }
  }
  Add(expr);
}

void Explanation::Add(const Expr& expr) {
  if (parts_.size() >= kMostParts) {
    return;
  }
  FailingPart part{expr.begin, expr.end, loop_variables_, std::string(variable_), item_};
  Read(expr, part, 0);
  parts_.push_back(std::move(part));
}

// Collects the subexpressions that an expression reads, with their values: identifiers with selections and
// indexes, and calls other than operators.
void Explanation::Read(const Expr& expr, FailingPart& part, size_t depth) {
  NeedStack();
  if (expr.is_constant || part.observed_values.size() >= kMostReadings) {
    return;
  }
  const bool is_call = expr.kind == ExprKind::kCall && expr.op == Op::kFunction &&
                       expr.name.find('_') == std::string_view::npos;
  const bool is_reading = expr.kind == ExprKind::kIdent || expr.kind == ExprKind::kSelect ||
                          expr.op == Op::kIndex || expr.op == Op::kOptionalIndex ||
                          expr.op == Op::kOptionalSelect || (is_call && depth > 0) ||
                          (expr.kind == ExprKind::kComprehension && depth > 0);
  if (is_reading && !expr.is_test) {
    const std::string text(source_.substr(expr.begin, expr.end - expr.begin));
    const auto same = [&](const FailingPart::ObservedValue& reading) { return reading.text == text; };
    const Value value = evaluator_.Evaluate(expr);
    if (!value.is_error() && std::none_of(part.observed_values.begin(), part.observed_values.end(), same)) {
      part.observed_values.push_back({text, ValueText(value, kLongestValue)});
    }
    if (!is_call) {
      return;
    }
  }
  if (expr.kind == ExprKind::kComprehension) {
    Read(*expr.comprehension->range, part, depth + 1);
    return;
  }
  for (const Expr* arg : expr.args) {
    Read(*arg, part, depth + 1);
  }
}

}  // namespace kval::cel
