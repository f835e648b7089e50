#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/execution_state.h"
#include "src/lang/gotemplate/expressions.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/lang/gotemplate/template_set.h"
#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

// One execution of a template: its actions.
class Execution {
 public:
  Execution(const ExecutionState::Surroundings& surroundings, const TemplateSet& templates,
            const Template& tmpl)
      : templates_(templates), state_(surroundings, tmpl), expressions_(state_) {}

  std::optional<ExecutionError> Run(const Value& data);

 private:
  // What follows a node.
  enum class Flow : uint8_t { kNext, kBreak, kContinue, kFail };

  Flow Walk(const Value& dot, const Node& node);
  Flow WalkBody(const Value& dot, NodeList body);
  Flow WalkAction(const Value& dot, const ActionNode& action);
  Flow WalkBranch(const Value& dot, const BranchNode& branch);
  Flow WalkRange(const Value& dot, const BranchNode& range);
  Flow WalkTemplate(const Value& dot, const TemplateNode& invocation);
  // One iteration; `index` may be null.
  Flow Iterate(const BranchNode& range, const Value& index, const Value& element);
  template <typename Each>
  Flow IterateAll(const Value& value, const BranchNode& range, Each each);
  Flow Write(std::string_view text, const TextPiece& piece, source::Span action);
  Flow WritePieces(std::string_view text, const TextPieces& pieces, source::Span span);
  Flow Print(const ActionNode& action, const Value& value);
  // Notifies the observer.
  void Choose(const Value& dot, const BranchNode& branch, bool is_body);

  Budget& budget() { return state_.budget(); }
  Observer* observer() const { return state_.surroundings.observer; }
  bool failed() const { return state_.failed(); }

  const TemplateSet& templates_;
  ExecutionState state_;
  Expressions expressions_;
};

}  // namespace kval::gotemplate
