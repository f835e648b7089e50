#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/eval/failed_check.h"
#include "src/lang/kcl/eval/layout.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::kcl::eval {

// The element for which the body of an `all` quantifier is false.
struct FailingElement {
  runtime::Value key;  // its index or its key
  runtime::Value value;
};
using FailingElements = std::unordered_map<const QuantifierExpr*, FailingElement>;

// Collects the parts of an instance that expressions read, by their source text: names of attributes with
// their selectors, and the parts that defaults of unset attributes read. Does not follow function calls.
class AttributeReads {
 public:
  // `is_data` may be empty. `value_of` evaluates a member of the instance.
  AttributeReads(const Program& program, const Instance& instance, const FailingElements& culprits,
                 std::function<bool(source::Span)> is_data,
                 std::function<runtime::Value(size_t member)> value_of)
      : program_(program),
        instance_(instance),
        culprits_(culprits),
        is_data_(std::move(is_data)),
        value_of_(std::move(value_of)) {}

  void Visit(const Expr* expr, int depth = 0);
  // Adds a key that an index signature allows, for the check lines that refer to it.
  void AddKey(const runtime::Entry& entry);

  std::vector<AttributeRead> Take() { return std::move(parts_); }

 private:
  // A name with subsequent steps: `a.b[0]`.
  struct Chain {
    const Name* name = nullptr;
    std::vector<diag::PathStep> steps;
  };
  // The part that a loop variable denotes.
  struct LoopBinding {
    diag::Path path;
    runtime::Value value;
    source::Span key;
  };

  bool ChainOf(const Expr& expr, Chain& chain, int depth) const;
  const Ref& Resolve(const Name& name) const;
  bool IsMember(Symbol symbol) const { return instance_.layout->by_name.contains(symbol); }
  void AddChain(const Chain& chain, int depth);
  bool Find(const Chain& chain, LoopBinding& found) const;
  static void Descend(const std::vector<diag::PathStep>& steps, LoopBinding& at);
  void AddPart(const LoopBinding& found, bool is_set);
  void VisitUnset(size_t member, int depth);
  void VisitStmts(Stmts body, int depth);
  void VisitEntries(std::span<const ConfigEntry> entries, int depth);
  void VisitQuantifier(const QuantifierExpr& expr, int depth);
  template <typename T>
  void VisitOperands(const T& field, int depth);
  void VisitClauses(std::span<const ForClause> clauses, int depth);

  const Program& program_;
  const Instance& instance_;
  const FailingElements& culprits_;
  std::function<bool(source::Span)> is_data_;
  std::function<runtime::Value(size_t)> value_of_;
  std::unordered_map<Symbol, LoopBinding> loops_;
  std::vector<size_t> unset_;  // members whose defaults are being followed
  std::vector<AttributeRead> parts_;
};

}  // namespace kval::kcl::eval
