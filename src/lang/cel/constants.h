#pragma once

#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/context.h"
#include "src/lang/cel/evaluator.h"
#include "src/lang/cel/program_error.h"

namespace kval::cel {

// Folds constants and reports errors in them, as the API server's environment does: conversions of literals
// and literal lists and maps are evaluated at compile time (cel-go, interpreter/decorators.go), so `int('x')`
// is an error anywhere; with checks, literal times, durations, patterns, formats and collections are
// validated (cel-go, cel/validator.go, ext/formatting.go).
class Constants {
 public:
  Constants(Context& context, bool has_checks, std::vector<ProgramError>& errors)
      : context_(context), slots_(), evaluator_(context, slots_), has_checks_(has_checks), errors_(errors) {}

  // `in_format`: within the arguments of string.format, where kinds may be mixed.
  void Compute(Expr* expr, bool in_format = false);

 private:
  void ComputeCall(Expr* expr);
  void ComputeComprehension(Comprehension& loop, bool in_format);
  void Replace(Expr* expr);
  void CheckLiteralArg(const Expr& call);
  void CheckPattern(const Expr& call);
  void CheckIndex(const Expr& call);
  void CheckFormat(const Expr& call);
  void CheckItems(const Expr& expr);
  void CheckEntries(const Expr& expr);
  bool IsPrintable(const Expr& expr, const Expr** wrong);
  void Fail(const Expr& at, std::string message) { errors_.push_back({at.at, std::move(message)}); }

  Context& context_;
  std::vector<Value> slots_;
  Evaluator evaluator_;
  bool has_checks_;
  std::vector<ProgramError>& errors_;
};

}  // namespace kval::cel
