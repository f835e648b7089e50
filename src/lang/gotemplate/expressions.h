#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/execution_state.h"
#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

// Evaluates pipelines. Follows Go's text/template/exec.go, whose order of evaluation decides which error is
// reported and at which node.
class Expressions {
 public:
  explicit Expressions(ExecutionState& state) : state_(state) {}

  // The value of a pipeline, whose variables are declared or assigned. An untyped nil if `pipe` is null.
  Value Pipeline(const Value& dot, const PipeNode* pipe);

 private:
  // A call of a function or method, before its arguments are evaluated.
  struct Invocation {
    const Function& function;
    void* state;
    const Value* receiver;  // null: a function
    const Node& node;       // where errors of the call are reported
    std::string_view name;
    NodeList args;       // without the function
    const Value* final;  // the value that is piped in; null: none
  };

  // Expressions (evaluate.cc).
  Value Command(const Value& dot, const CommandNode& command, const Value* final);
  Value Constant(const NumberNode& number);
  Value Operand(const Value& dot, const Node& node);
  void RejectArguments(NodeList args, const Value* final);
  Value VariableOrField(const Value& dot, const VariableNode& variable, NodeList args, const Value* final);

  // Fields (evaluate_field.cc). `args` are those of the command, the field first.
  Value FieldOf(const Value& dot, const FieldNode& field, NodeList args, const Value* final);
  Value Chain(const Value& dot, const ChainNode& chain, NodeList args, const Value* final);
  Value FieldChain(const Value& dot, const Value& receiver, const Node& node, Names names, NodeList args,
                   const Value* final);
  Value Field(const Value& dot, std::string_view name, const Node& node, NodeList args, const Value* final,
              const Value& receiver);
  // Records which field of which expression could not be read.
  void SetFailedField(const Node& node, Names before, std::string_view name);
  Value MapEntry(const Value& map, std::string_view name, bool has_args);
  Value ObjectField(const Value& object, std::string_view name, std::string_view type_name, bool has_args);

  // Calls (evaluate_call.cc).
  Value CallFunction(const Value& dot, const IdentifierNode& identifier, const Node& node, NodeList args,
                     const Value* final);
  Value Call(const Value& dot, const Invocation& invocation);
  bool HasRightCount(const Invocation& invocation);
  Value ShortCircuit(const Value& dot, const Invocation& invocation, bool stops_at);
  Value CallValue(const Invocation& invocation, const std::vector<Value>& args);
  Value Run(const Invocation& invocation, const std::vector<Value>& args);
  void AlignResult(const std::vector<Value>& args, const Value& result);
  OriginSet OriginsOf(const Invocation& invocation, const std::vector<Value>& args);
  // An argument for a parameter; `type` null: any value as it is.
  Value Argument(const Value& dot, const Type* type, const Node& node);
  Value Literal(const Value& dot, const Type& type, const Node& node);
  Value Validate(const Value& value, const Type* type);

  bool failed() const { return state_.failed(); }
  Value Fail(const std::string& message, OriginSet origins = {}) { return state_.Fail(message, origins); }

  ExecutionState& state_;
};

}  // namespace kval::gotemplate
