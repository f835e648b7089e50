#pragma once

#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/context.h"

namespace kval::cel {

class MapBuilder;

// Computes the value of expressions. `slots` holds the variables: those of the environment first.
//
// Costs are counted where cel-go's interpreter/runtimecost.go counts them.
class Evaluator {
 public:
  Evaluator(Context& context, std::vector<Value>& slots) : context_(context), slots_(slots) {}

  Value Evaluate(const Expr& expr);

  Context& context() { return context_; }
  std::vector<Value>& slots() { return slots_; }

 private:
  // A list or a map that a comprehension is collecting.
  struct Collection {
    int32_t slot;
    std::vector<Value>* items;
    MapBuilder* entries;
  };

  Value EvaluateNode(const Expr& expr);
  Value EvaluateIdent(const Expr& expr);
  Value EvaluateSelect(const Expr& expr);
  Value EvaluateTest(const Expr& expr);
  Value EvaluateCall(const Expr& expr);
  Value EvaluateLogic(const Expr& expr, bool decisive);
  Value EvaluateConditional(const Expr& expr);
  Value EvaluateEqual(const Expr& expr);
  Value EvaluateIn(const Expr& expr);
  Value EvaluateIndex(const Expr& expr);
  Value EvaluateOptionalSelect(const Expr& expr);
  Value EvaluateOptionalOr(const Expr& expr);
  Value EvaluateFunction(const Expr& expr);
  Value EvaluateList(const Expr& expr);
  Value EvaluateMap(const Expr& expr);
  Value EvaluateObject(const Expr& expr);
  Value EvaluateComprehension(const Expr& expr);
  Value Loop(const Comprehension& loop, const Value& range);
  Value Collect(const Comprehension& loop, const Value& range);
  Value Append(const Expr& expr);
  bool IsFinal(const Value& value) const { return value.is_error() && value.error().is_final; }

  // Looks up a qualifier in a value. Returns false if it is missing, which is not an error for presence
  // tests.
  bool Qualify(const Value& target, const Value& key, bool is_presence_test, Value* result);
  Value Optionally(const Value& target, const Value& key);

  Context& context_;
  std::vector<Value>& slots_;
  std::vector<Collection> collections_;
};

// Whether cel-go plans the expression as an attribute: a variable with selections.
bool IsAttribute(const Expr& expr);

}  // namespace kval::cel
