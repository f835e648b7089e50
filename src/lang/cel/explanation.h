#pragma once

#include <string_view>
#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/evaluator.h"
#include "src/lang/cel/program.h"

namespace kval::cel {

// Finds out which parts of an expression made it false, by computing parts of it once more.
class Explanation {
 public:
  Explanation(std::string_view source, Context& context, std::vector<Value>& slots)
      : source_(source), context_(context), evaluator_(context, slots) {}

  std::vector<FailingPart> Of(const Expr& root);

 private:
  // `expected`: the value that the expression should have had.
  void Explain(const Expr& expr, bool expected);
  void ExplainLogic(const Expr& expr, bool expected);
  void ExplainLoop(const Expr& expr, bool expected);
  void Add(const Expr& expr);
  void Read(const Expr& expr, FailingPart& part, size_t depth);

  std::string_view source_;
  Context& context_;
  Evaluator evaluator_;
  std::vector<FailingPart> parts_;
  std::vector<FailingPart::ObservedValue> loop_variables_;
  std::string_view variable_;  // of the innermost loop over maps, at the item that fails
  const Map* item_ = nullptr;
};

// Returns the value as a CEL literal, truncated to `most` bytes.
std::string ValueText(const Value& value, size_t most);

}  // namespace kval::cel
