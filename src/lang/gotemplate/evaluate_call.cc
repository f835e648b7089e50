#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/gotemplate/builtins.h"
#include "src/lang/gotemplate/compare.h"
#include "src/lang/gotemplate/expressions.h"
#include "src/lang/gotemplate/observer.h"
#include "src/lang/gotemplate/quote.h"
#include "src/lang/gotemplate/text_pieces.h"

// Calls of functions and methods.
namespace kval::gotemplate {

namespace {

bool CanBeNil(const Type& type) {
  return type.kind == Kind::kInterface || type.kind == Kind::kList || type.kind == Kind::kMap ||
         type.kind == Kind::kFunction || (type.kind == Kind::kObject && type.is_pointer);
}

// Go's AssignableTo, without interfaces: a defined list or map type and its underlying type are.
bool IsAssignable(const Type& from, const Type& to) {
  return &from == &to || from.underlying == &to || to.underlying == &from;
}

bool IsIntegral(const Type& type) {
  return type.kind == Kind::kInt || type.kind == Kind::kUint;
}

// What a parameter of the type gets of a valid value.
Value ForParameter(const Value& value, const Type& type) {
  if (&type == &kReflectValueType) {
    return value;
  }
  return type.kind == Kind::kInterface || value.is_untyped_nil() ? value.Held() : value.Held().As(type);
}

}  // namespace

Value Expressions::CallFunction(const Value& dot, const IdentifierNode& identifier, const Node& node,
                                NodeList args, const Value* final) {
  state_.At(identifier);
  const FunctionTable::Entry* entry = state_.surroundings.functions.Find(identifier.name);
  if (entry == nullptr) {
    return Fail(Quote(identifier.name) + " is not a defined function");
  }
  return Call(dot, {*entry->function, entry->state, nullptr, node, identifier.name,
                    args.empty() ? args : args.subspan(1), final});
}

bool Expressions::HasRightCount(const Invocation& invocation) {
  const Signature& signature = invocation.function.signature;
  const size_t count = invocation.args.size() + (invocation.final != nullptr ? 1 : 0);
  const std::string start = "wrong number of args for " + std::string(invocation.name) + ": want ";
  if (signature.is_variadic() && count < signature.fixed_params()) {
    Fail(start + "at least " + std::to_string(signature.fixed_params()) + " got " +
         std::to_string(invocation.args.size()));
  } else if (!signature.is_variadic() && count != signature.params().size()) {
    Fail(start + std::to_string(signature.params().size()) + " got " + std::to_string(count));
  }
  return !failed();
}

Value Expressions::Call(const Value& dot, const Invocation& invocation) {
  if (!HasRightCount(invocation) || !state_.MayContinue()) {
    return {};
  }
  const SpecialFunction special =
      invocation.receiver != nullptr ? SpecialFunction::kNone : SpecialFunctionOf(invocation.function);
  if (special == SpecialFunction::kAnd || special == SpecialFunction::kOr) {
    return ShortCircuit(dot, invocation, special == SpecialFunction::kOr);
  }
  const Signature& signature = invocation.function.signature;
  std::vector<Value> args;
  args.reserve(invocation.args.size() + 1);
  for (const Node* arg : invocation.args) {
    const Type& type = signature.param(args.size());
    args.push_back(ForParameter(Argument(dot, &type, *arg), type));
    if (failed()) {
      return {};
    }
  }
  if (invocation.final != nullptr) {
    const Type& type = signature.param(args.size());
    args.push_back(ForParameter(Validate(*invocation.final, &type), type));
    if (failed()) {
      return {};
    }
  }
  return special == SpecialFunction::kCall ? CallValue(invocation, args) : Run(invocation, args);
}

// `and` and `or`: evaluate arguments until one decides.
Value Expressions::ShortCircuit(const Value& dot, const Invocation& invocation, bool stops_at) {
  Value value;
  for (size_t index = 0; index < invocation.args.size(); ++index) {
    value = Argument(dot, &kReflectValueType, *invocation.args[index]);
    if (Observer* observer = state_.surroundings.observer; observer != nullptr && !failed()) {
      observer->Test(value);
    }
    if (failed() || IsTrue(value) == stops_at) {
      state_.Skip(dot, invocation.args.subspan(index + 1));
      return value;
    }
  }
  return invocation.final != nullptr ? *invocation.final : value;
}

OriginSet Expressions::OriginsOf(const Invocation& invocation, const std::vector<Value>& args) {
  OriginSet origins = invocation.receiver != nullptr ? invocation.receiver->origin() : OriginSet();
  for (const Value& arg : args) {
    origins = state_.heap().origins().Union(origins, arg.origin());
  }
  return origins;
}

// Pieces of the result of a function that changes little of a string, such as `nindent`.
void Expressions::AlignResult(const std::vector<Value>& args, const Value& result) {
  Heap& heap = state_.heap();
  if (!heap.has_pieces() || !result.is(Kind::kString) || heap.PiecesOf(result.text()) != nullptr) {
    return;
  }
  for (const Value& arg : args) {
    const TextPieces* pieces = arg.is(Kind::kString) ? heap.PiecesOf(arg.text()) : nullptr;
    if (pieces == nullptr) {
      continue;
    }
    if (std::optional<TextPieces> aligned = AlignPieces(arg.text(), *pieces, result.text())) {
      heap.SetPieces(result.text(), std::move(*aligned));
      return;
    }
  }
}

Value Expressions::Run(const Invocation& invocation, const std::vector<Value>& args) {
  constexpr uint64_t kCallSteps = 8;  // a function takes longer than a node
  const Node* node = state_.node;
  if (!state_.budget().Step(kCallSteps)) {
    state_.FailLimit();
    return {};
  }
  gotemplate::Call call(state_.surroundings.evaluator, state_.budget(), args, invocation.receiver,
                        invocation.state);
  Value result = invocation.function.run(call);
  state_.node = call.failed() ? &invocation.node : node;
  if (state_.budget().exceeded() || state_.heap().is_full()) {
    state_.budget().Reserve(0);
    state_.FailLimit();
    return {};
  }
  if (call.failed()) {
    return Fail("error calling " + std::string(invocation.name) + ": " + call.error(),
                OriginsOf(invocation, args));
  }
  if (result.origin().empty()) {
    result = result.From(OriginsOf(invocation, args));
  }
  AlignResult(args, result);
  if (Observer* observer = state_.surroundings.observer) {
    observer->Called(invocation.name, args, result);
  }
  return &invocation.function.signature.result() == &kAnyType ? result.Interface() : result;
}

// The function `call`.
Value Expressions::CallValue(const Invocation& invocation, const std::vector<Value>& args) {
  const auto fail = [&](const std::string& message) {
    state_.At(invocation.node);
    return Fail("error calling call: " + message);
  };
  const Value callee = args[0].Held();
  if (callee.is_untyped_nil()) {
    return fail("call of nil");
  }
  std::string name;
  if (!invocation.args.empty()) {
    name = NodeText(*invocation.args[0]);
  } else {
    name = callee.is(Kind::kString) ? callee.text() : "<" + std::string(callee.type()->name) + " Value>";
  }
  if (!callee.is(Kind::kFunction)) {
    return fail("non-function " + name + " of type " + std::string(callee.type()->name));
  }
  const Function& function = *callee.function();
  const Signature& signature = function.signature;
  const std::string count = "wrong number of args for " + name + ": got " + std::to_string(args.size() - 1);
  if (signature.is_variadic() && args.size() - 1 < signature.fixed_params()) {
    return fail(count + " want at least " + std::to_string(signature.fixed_params()));
  }
  if (!signature.is_variadic() && args.size() - 1 != signature.params().size()) {
    return fail(count + " want " + std::to_string(signature.params().size()));
  }
  std::vector<Value> passed;
  for (size_t index = 1; index < args.size(); ++index) {
    const Type& type = signature.param(index - 1);
    Value value = args[index].Held();
    const std::string start = "arg " + std::to_string(index - 1) + ": value ";
    if (value.is_untyped_nil()) {
      if (!CanBeNil(type)) {
        return fail(start + "is nil; should be of type " + std::string(type.name));
      }
      value = type.kind == Kind::kInterface ? Value() : Value::Nil(type);
    } else if (type.kind != Kind::kInterface && !IsAssignable(*value.type(), type)) {
      if (!IsIntegral(*value.type()) || !IsIntegral(type)) {
        return fail(start + "has type " + std::string(value.type()->name) + "; should be " +
                    std::string(type.name));
      }
      value = Value::Integral(type, value.integer());
    }
    passed.push_back(value);
  }
  return Run({function, nullptr, nullptr, invocation.node, "call", {}, nullptr}, passed);
}

Value Expressions::Validate(const Value& value, const Type* type) {
  if (failed() || type == nullptr || type == &kReflectValueType) {
    return value;
  }
  const bool has_value = value.is_interface() || !value.is_untyped_nil();
  if (!has_value) {
    return CanBeNil(*type) ? Value::Zero(*type) : Fail("invalid value; expected " + std::string(type->name));
  }
  if (type->kind == Kind::kInterface) {
    return value;
  }
  if (value.is_untyped_nil() || !IsAssignable(*value.type(), *type)) {
    return Fail("wrong type for value; expected " + std::string(type->name) + "; got " +
                    std::string(value.is_untyped_nil() ? kAnyType.name : value.type()->name),
                value.origin());
  }
  return value;
}

Value Expressions::Argument(const Value& dot, const Type* type, const Node& node) {
  state_.At(node);
  switch (node.kind) {
    case NodeKind::kDot:
      return Validate(state_.Read(dot), type);
    case NodeKind::kNil:
      if (CanBeNil(*type)) {
        return type == &kReflectValueType ? Value() : Value::Zero(*type);
      }
      return Fail("cannot assign nil to " + std::string(type->name));
    case NodeKind::kField:
    case NodeKind::kVariable:
    case NodeKind::kPipe:
    case NodeKind::kIdentifier:
    case NodeKind::kChain:
      return Validate(Operand(dot, node), type);
    default:
      return Literal(dot, *type, node);
  }
}

// A constant as an argument takes the type of the parameter.
Value Expressions::Literal(const Value& dot, const Type& type, const Node& node) {
  const auto* number = node.kind == NodeKind::kNumber ? static_cast<const NumberNode*>(&node) : nullptr;
  std::string_view expected;
  switch (type.kind) {
    case Kind::kInterface:
      return Operand(dot, node);
    case Kind::kBool:
      if (node.kind == NodeKind::kBool) {
        return Value::Bool(static_cast<const BoolNode&>(node).value);
      }
      expected = "bool";
      break;
    case Kind::kInt:
      if (number != nullptr && number->is_int) {
        return Value::Integral(type, number->integer);
      }
      expected = "integer";
      break;
    case Kind::kUint:
      if (number != nullptr && number->is_uint) {
        return Value::Integral(type, number->integer);
      }
      expected = "unsigned integer";
      break;
    case Kind::kFloat:
      if (number != nullptr && number->is_float) {
        return Value::Float(number->real);
      }
      expected = "float";
      break;
    case Kind::kString:
      if (node.kind == NodeKind::kString) {
        return Value::Text(type, static_cast<const StringNode&>(node).text);
      }
      expected = "string";
      break;
    default:
      return Fail("can't handle " + NodeText(node) + " for arg of type " + std::string(type.name));
  }
  return Fail("expected " + std::string(expected) + "; found " + NodeText(node));
}

}  // namespace kval::gotemplate
