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

class Lender;

// What is wrong with a rule itself. `at` is the part of the definition.
struct RuleFault {
  const value::Value* at;
  std::string message;
};

// One entry of `x-kubernetes-validations`, compiled against the types of its schema. Only read when it is
// asked, by any number of threads. Source: apiextensions-apiserver,
// pkg/apiserver/schema/cel/{compilation,validation}.go.
class Rule {
 public:
  // What is wrong goes to `faults`; the rule then cannot be asked.
  Rule(const Validation& validation, std::vector<RuleFault>& faults);

  // Whether the rule compares with the old object: there is none, so that it is not asked.
  bool needs_old_self() const { return needs_old_self_; }
  // Whether the rule names it, also as one that there may be.
  bool reads_old_self() const { return program_ && program_->Reads(1); }

  // What a Kubernetes of that minor version refuses in the rule of a new definition: what the environment of
  // the version before it did not know (pkg/cel/environment: NewExpressions).
  std::vector<RuleFault> NewerThan(uint32_t version) const;

  // The most that asking about one value may cost for values of these sizes, and the expression of the words
  // for one that fails; 0 for what cannot be asked. Source: apiserver, as cel::EstimateCost says.
  uint64_t EstimatedCost(const cel::SizeSource& sizes) const;
  uint64_t EstimatedMessageCost(const cel::SizeSource& sizes) const;

  // What asking took, the words for a value that fails among it.
  struct Spent {
    uint64_t cost = 0;  // as Kubernetes counts
    uint64_t work = 0;  // as cel::Budget does
  };
  // Asks about a value; null is never asked about. `parent`, what holds it, may be null.
  types::Verdict Test(const value::Value& self, const value::Value* parent, const cel::Budget& budget,
                      Spent* spent) const;
  const std::string& text() const { return text_; }

 private:
  void Compile(const Validation& validation, std::vector<RuleFault>& faults);
  std::string Message(const std::vector<cel::Value>& variables, const cel::Budget& budget,
                      Spent* spent) const;
  types::Verdict Failed(const value::Value& self, const value::Value* parent,
                        const std::vector<cel::Value>& variables, const Lender& lender,
                        const cel::Budget& budget, Spent* spent) const;
  std::string PartText(const cel::FailingPart& part) const;
  // A part of the rule in the definition, when the text stands there as it is.
  source::Span SpanOf(const cel::FailingPart& part) const;

  SchemaNode schema_;
  std::string text_;
  std::string stated_message_;
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
