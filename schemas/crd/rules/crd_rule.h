#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "schemas/crd/crd.h"
#include "schemas/crd/rules/declared_types.h"
#include "src/lang/cel/program.h"
#include "src/types/predicate.h"

namespace kval::schemas::crd::rules {

class CelAdapter;

// An error in a rule. `at` is the part of the definition that contains it.
struct RuleError {
  const value::Value* at;
  std::string message;
};

// A compiled entry of `x-kubernetes-validations`. Immutable; threads: safe. Source: apiextensions-apiserver,
// pkg/apiserver/schema/cel/{compilation,validation}.go.
class CrdRule {
 public:
  // Compiles a rule. Errors are appended to `errors`; the rule then cannot be evaluated.
  CrdRule(const ValidationRule& validation, std::vector<RuleError>& errors);

  // Returns whether the rule requires the old object. Without one it is not evaluated.
  bool needs_old_self() const { return needs_old_self_; }
  // Returns whether the rule reads the old object, possibly as an optional value.
  bool reads_old_self() const { return program_ && program_->Reads(1); }

  // Returns the features used by the rule that a new definition must not use in this minor version, because
  // the previous version does not support them (pkg/cel/environment: NewExpressions).
  std::vector<RuleError> NewerThan(uint32_t version) const;

  // Returns the maximum cost of the rule and of its message expression for values of these sizes; 0 if it
  // cannot be evaluated. Source: see cel::EstimateCost.
  uint64_t EstimatedCost(const cel::SizeSource& sizes) const;
  uint64_t EstimatedMessageCost(const cel::SizeSource& sizes) const;

  // The cost of an evaluation, including the message of a violation.
  struct RuleCost {
    uint64_t cost = 0;  // as Kubernetes counts
    uint64_t work = 0;  // as cel::Budget does
  };
  // Evaluates the rule for a value other than null. `parent`, the containing value, may be null, and so may
  // `old`, the corresponding value before an update.
  types::PredicateResult Test(const value::Value& self, const value::Value* parent, const value::Value* old,
                              const cel::Budget& budget, RuleCost* spent) const;
  const std::string& text() const { return text_; }

 private:
  void Compile(const ValidationRule& validation, std::vector<RuleError>& errors);
  std::string Message(const std::vector<cel::Value>& variables, const cel::Budget& budget,
                      RuleCost* spent) const;
  types::PredicateResult Failed(const value::Value& self, const value::Value* parent,
                                const std::vector<cel::Value>& variables, const CelAdapter& lender,
                                const cel::Budget& budget, RuleCost* spent) const;
  std::string PartText(const cel::FailingPart& part) const;
  // Returns the location of a part of the rule in the definition, if the rule is written there verbatim.
  source::Span SpanOf(const cel::FailingPart& part) const;

  SchemaNode schema_;
  std::string text_;
  std::string declared_message_;
  const value::Value* rule_value_;
  const value::Value* message_value_;
  source::Span rule_span_;
  size_t raw_size_;
  diag::Path field_path_;
  bool is_optional_ = false;
  bool needs_old_self_ = false;
  // The program's types live in the environment's arena.
  cel::Environment environment_;
  std::unique_ptr<DeclaredTypes> declared_;
  std::optional<cel::Program> program_;
  std::optional<cel::Program> message_;
};

}  // namespace kval::schemas::crd::rules
