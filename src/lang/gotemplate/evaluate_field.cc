#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/lang/gotemplate/containers.h"
#include "src/lang/gotemplate/expressions.h"
#include "src/lang/gotemplate/observer.h"
#include "src/lang/gotemplate/quote.h"
#include "src/support/ascii.h"

// Fields of maps and objects, and methods.
namespace kval::gotemplate {

namespace {

std::string TypeName(const Value& value) {
  return std::string(value.is_interface() ? kAnyType.name : value.type()->name);
}

const Function* FindMethod(const Type& type, std::string_view name) {
  const auto found = std::find_if(type.methods.begin(), type.methods.end(),
                                  [&](const Function& method) { return method.name == name; });
  return found == type.methods.end() ? nullptr : &*found;
}

// Fields of embedded structs come after those of the struct itself.
const Object::Field* FindField(std::span<const Object::Field> fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Object::Field& field) { return field.name == name; });
  if (found != fields.end()) {
    return &*found;
  }
  for (const Object::Field& field : fields) {
    if (!field.is_embedded) {
      continue;
    }
    if (const Object::Field* inner = FindField(field.value.object()->fields(), name)) {
      return inner;
    }
  }
  return nullptr;
}

}  // namespace

Value Expressions::FieldOf(const Value& dot, const FieldNode& field, NodeList args, const Value* final) {
  state_.At(field);
  return FieldChain(dot, dot, field, field.names, args, final);
}

Value Expressions::Chain(const Value& dot, const ChainNode& chain, NodeList args, const Value* final) {
  state_.At(chain);
  if (!state_.MayContinue()) {
    return {};
  }
  if (chain.base->kind == NodeKind::kNil) {
    return Fail("indirection through explicit nil in " + NodeText(chain));
  }
  const Value base = Argument(dot, nullptr, *chain.base);
  return failed() ? Value() : FieldChain(dot, base, chain, chain.names, args, final);
}

// Only the last name can be a method with arguments.
Value Expressions::FieldChain(const Value& dot, const Value& receiver, const Node& node, Names names,
                              NodeList args, const Value* final) {
  Value value = receiver;
  for (const std::string_view& name : names) {
    const bool is_last = &name == &names.back();
    value = Field(dot, name, node, is_last ? args : NodeList(), is_last ? final : nullptr, value);
    if (failed()) {
      SetFailedField(node, names.first(static_cast<size_t>(&name - names.data())), name);
      return {};
    }
  }
  return state_.Read(value);
}

void Expressions::SetFailedField(const Node& node, Names before, std::string_view name) {
  if (!state_.error->field.empty() || state_.error->limit || node.kind == NodeKind::kChain) {
    return;
  }
  std::string text = node.kind == NodeKind::kVariable
                         ? std::string(static_cast<const VariableNode&>(node).names.front())
                         : std::string();
  for (const std::string_view each : before) {
    text.append(".").append(each);
  }
  state_.error->receiver = text.empty() ? "." : std::move(text);
  state_.error->field = name;
}

Value Expressions::Field(const Value& dot, std::string_view name, const Node& node, NodeList args,
                         const Value* final, const Value& receiver) {
  if (receiver.is_untyped_nil()) {
    if (receiver.is_interface()) {
      return Fail("nil pointer evaluating interface {}." + std::string(name), receiver.origin());
    }
    return state_.surroundings.missing_key == MissingKey::kError
               ? Fail("nil data; no entry for key " + Quote(name))
               : Value();
  }
  if (const Function* method = FindMethod(*receiver.type(), name)) {
    const Value held = receiver.Held();
    return Call(dot, {*method, nullptr, &held, node, name, args.empty() ? args : args.subspan(1), final});
  }
  const bool has_args = args.size() > 1 || final != nullptr;
  if (receiver.is(Kind::kMap)) {
    return MapEntry(receiver, name, has_args);
  }
  if (receiver.is(Kind::kObject)) {
    return ObjectField(receiver, name, TypeName(receiver), has_args);
  }
  return Fail("can't evaluate field " + std::string(name) + " in type " + TypeName(receiver),
              receiver.origin());
}

Value Expressions::MapEntry(const Value& map, std::string_view name, bool has_args) {
  if (has_args) {
    return Fail(std::string(name) + " is not a method but has arguments");
  }
  if (Observer* observer = state_.surroundings.observer) {
    observer->Lookup(map, name);
  }
  if (const Value* found = map.map() == nullptr ? nullptr : map.map()->Find(name)) {
    return Element(*map.type(), *found);
  }
  switch (state_.surroundings.missing_key) {
    case MissingKey::kDefault:
      return {};
    case MissingKey::kZero:
      return Value::Zero(*map.type()->element);
    case MissingKey::kError:
      return Fail("map has no entry for key " + Quote(name));
  }
  return {};
}

Value Expressions::ObjectField(const Value& object, std::string_view name, std::string_view type_name,
                               bool has_args) {
  const auto& known = object.type()->fields;
  if (object.is_nil() && std::find(known.begin(), known.end(), name) != known.end()) {
    return Fail("nil pointer evaluating " + std::string(type_name) + "." + std::string(name));
  }
  const Object::Field* field = object.is_nil() ? nullptr : FindField(object.object()->fields(), name);
  if (field != nullptr) {
    if (!IsUpper(name[0])) {
      return Fail(std::string(name) + " is an unexported field of struct type " + std::string(type_name));
    }
    return has_args ? Fail(std::string(name) + " has arguments but cannot be invoked as function")
                    : field->value;
  }
  return Fail("can't evaluate field " + std::string(name) + " in type " + std::string(type_name));
}

}  // namespace kval::gotemplate
