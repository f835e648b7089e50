#include <string>
#include <string_view>

#include "src/lang/gotemplate/expressions.h"

// Pipelines, commands and operands.
namespace kval::gotemplate {

namespace {

bool IsHexadecimal(std::string_view literal) {
  return literal.size() > 2 && literal[0] == '0' && (literal[1] == 'x' || literal[1] == 'X') &&
         literal.find_first_of("pP") == std::string_view::npos;
}

}  // namespace

Value Expressions::Pipeline(const Value& dot, const PipeNode* pipe) {
  if (pipe == nullptr) {
    return {};
  }
  state_.At(*pipe);
  if (!state_.MayContinue()) {
    return {};
  }
  Value value;
  for (const CommandNode* const& command : pipe->commands) {
    const bool is_first = &command == pipe->commands.data();
    value = Command(dot, *command, is_first ? nullptr : &value).Held();
    if (failed()) {
      return {};
    }
  }
  for (const VariableNode* variable : pipe->variables) {
    if (pipe->is_assignment) {
      state_.SetVariable(variable->names[0], value);
    } else {
      state_.Push(variable->names[0], value);
    }
  }
  return value;
}

void Expressions::RejectArguments(NodeList args, const Value* final) {
  if (args.size() > 1 || final != nullptr) {
    Fail("can't give argument to non-function " + NodeText(*args[0]));
  }
}

Value Expressions::Command(const Value& dot, const CommandNode& command, const Value* final) {
  const Node& first = *command.args[0];
  switch (first.kind) {
    case NodeKind::kField:
      return FieldOf(dot, static_cast<const FieldNode&>(first), command.args, final);
    case NodeKind::kChain:
      return Chain(dot, static_cast<const ChainNode&>(first), command.args, final);
    case NodeKind::kIdentifier:
      return CallFunction(dot, static_cast<const IdentifierNode&>(first), command, command.args, final);
    case NodeKind::kPipe:
      RejectArguments(command.args, final);
      return failed() ? Value() : Pipeline(dot, static_cast<const PipeNode*>(&first));
    case NodeKind::kVariable:
      return VariableOrField(dot, static_cast<const VariableNode&>(first), command.args, final);
    default:
      break;
  }
  state_.At(first);
  RejectArguments(command.args, final);
  if (failed()) {
    return {};
  }
  return first.kind == NodeKind::kNil ? Fail("nil is not a command") : Operand(dot, first);
}

Value Expressions::VariableOrField(const Value& dot, const VariableNode& variable, NodeList args,
                                   const Value* final) {
  state_.At(variable);
  const Value value = state_.FindVariable(variable.names[0]);
  if (failed()) {
    return {};
  }
  if (variable.names.size() > 1) {
    return FieldChain(dot, value, variable, variable.names.subspan(1), args, final);
  }
  if (!args.empty()) {
    RejectArguments(args, final);
  }
  return state_.Read(value);
}

// A number whose type no parameter determines.
Value Expressions::Constant(const NumberNode& number) {
  state_.At(number);
  const std::string_view literal = number.literal;
  if (number.is_float && !IsHexadecimal(literal) && !literal.starts_with('\'') &&
      literal.find_first_of(".eEpP") != std::string_view::npos) {
    return Value::Float(number.real);
  }
  return number.is_int ? Value::Int(number.integer) : Fail(std::string(literal) + " overflows int");
}

// A value without arguments, of any type.
Value Expressions::Operand(const Value& dot, const Node& node) {
  state_.At(node);
  switch (node.kind) {
    case NodeKind::kBool:
      return Value::Bool(static_cast<const BoolNode&>(node).value);
    case NodeKind::kDot:
      return state_.Read(dot);
    case NodeKind::kField:
      return FieldOf(dot, static_cast<const FieldNode&>(node), {}, nullptr);
    case NodeKind::kIdentifier:
      return CallFunction(dot, static_cast<const IdentifierNode&>(node), node, {}, nullptr);
    case NodeKind::kNumber:
      return Constant(static_cast<const NumberNode&>(node));
    case NodeKind::kString:
      return Value::Text(static_cast<const StringNode&>(node).text);
    case NodeKind::kVariable:
      return VariableOrField(dot, static_cast<const VariableNode&>(node), {}, nullptr);
    case NodeKind::kPipe:
      return Pipeline(dot, static_cast<const PipeNode*>(&node));
    case NodeKind::kChain:
      return Chain(dot, static_cast<const ChainNode&>(node), {}, nullptr);
    default:
      return Fail("can't handle assignment of " + NodeText(node) + " to empty interface argument");
  }
}

}  // namespace kval::gotemplate
