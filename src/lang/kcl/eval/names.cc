#include <algorithm>
#include <string>

#include "src/lang/kcl/builtins/builtins.h"
#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/signatures/signatures.h"
#include "src/lang/kcl/value/compare.h"
#include "src/lang/kcl/value/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {
namespace {

using runtime::Kind;

// `S.instances(full_pkg=False)`
Value SchemaInstances(runtime::Runtime& runtime, const CallArgs& args) {
  bool full = args.positional.size() > 1 && IsTruthy(args.positional[1]);
  for (const NamedValue& named : args.named) {
    full = named.name == "full_pkg" ? IsTruthy(named.value) : full;
  }
  return runtime.Instances(*args.positional.front().type, full);
}

// What a mixin reads that no attribute has: an argument of the schema that it is mixed into.
Value HostArgument(const Part& mixin, Symbol name) {
  for (const Part& part : mixin.instance->parts) {
    const SchemaStmt* host = part.schema->stmt;
    const std::vector<const kcl::Schema*>& mixins = part.schema->mixins;
    if (host == nullptr || std::find(mixins.begin(), mixins.end(), mixin.schema) == mixins.end()) {
      continue;
    }
    for (size_t i = 0; i < host->params.size() && i < part.frame.slot_count; ++i) {
      if (host->params[i].name.symbol == name) {
        return part.frame.slots[i];
      }
    }
  }
  return {};
}

Frame* Up(Frame* frame, uint16_t depth) {
  for (; depth > 0 && frame != nullptr; --depth) {
    frame = frame->parent;
  }
  return frame;
}

}  // namespace

Value Evaluator::EvalName(const Name& name, Frame* frame) {
  return ReadRef(program_.RefOf(name), name, frame);
}

Value Evaluator::ReadRef(const Ref& ref, const Name& name, Frame* frame) {
  switch (ref.kind) {
    case RefKind::kNone:
      return FailAt(name.span, Substitute("name '{}' is not defined", Text(name.symbol)));
    case RefKind::kGlobal:
      is_starved_ = false;
      return NoteCircle(ReadGlobal(ref.package, ref.index), name);
    case RefKind::kPackage: {
      Value value;
      value.kind = Kind::kModule;
      value.module = &packages_[static_cast<size_t>(ref.package)].module;
      return value;
    }
    case RefKind::kPlugin:
      return FailAt(name.span, Substitute("the plugin package `{}` is not found, please confirm if plugin "
                                          "mode is enabled",
                                          Text(ref.symbol)));
    case RefKind::kSystemModule: {
      Value value;
      value.kind = Kind::kModule;
      value.module = heap_.New<runtime::Module>(Text(ref.symbol), -1);
      return value;
    }
    case RefKind::kBuiltin: {
      runtime::NativeFunction native = builtins::FindNative(Text(ref.symbol));
      if (native == nullptr) {
        return FailAt(name.span, Substitute("name '{}' is not defined", Text(ref.symbol)));
      }
      return MakeNative(heap_, Text(ref.symbol), native, name.span);
    }
    case RefKind::kLocal: {
      Frame* home = Up(frame, ref.depth);
      bool known = home != nullptr && static_cast<uint32_t>(ref.index) < home->slot_count;
      if (known && IsUnassigned(home->slots[ref.index])) {
        return OuterValue(name, home->parent);
      }
      return known ? home->slots[ref.index] : Value();
    }
    case RefKind::kAttribute: {
      Frame* home = Up(frame, ref.depth);
      if (home != nullptr && home->part != nullptr) {
        Instance& instance = *home->part->instance;
        auto found = instance.layout->by_name.find(ref.symbol);
        if (found != instance.layout->by_name.end()) {
          is_starved_ = false;
          const Value value = ReadMember(instance, found->second);
          NoteAbsence(value, instance.layout->members[found->second]);
          return NoteCircle(value, name);
        }
        const Value argument = HostArgument(*home->part, ref.symbol);
        if (!argument.is(Kind::kUndefined)) {
          return argument;
        }
      }
      break;
    }
    case RefKind::kConfigKey: {
      Frame* home = Up(frame, ref.depth);
      if (home != nullptr && home->builder != nullptr) {
        if (const Entry* entry = home->builder->Peek(Text(ref.symbol))) {
          return entry->value;
        }
      } else if (home != nullptr && home->finished != nullptr) {
        if (const Entry* entry = home->finished->Find(Text(ref.symbol))) {
          return entry->value;
        }
      }
      break;
    }
  }
  if (ref.fallback < 0) {
    return {};
  }
  return ReadRef(program_.fallbacks[static_cast<size_t>(ref.fallback)], name, frame);
}

// Remembers where a name was read whose own value was being made: what fails next may be due to that.
Value Evaluator::NoteCircle(const Value& value, const Name& name) {
  if (is_starved_ && value.is(Kind::kUndefined)) {
    trace_.circle = name.span;
    trace_.circle_name = Text(name.symbol);
  }
  is_starved_ = false;
  return value;
}

// Remembers a required attribute that has no value: what fails next may be due to that.
void Evaluator::NoteAbsence(const Value& value, const Member& member) {
  if (value.is_empty() && !member.optional && member.declaration != nullptr) {
    trace_.absent = member.declaration->span;
  }
}

// What the name of a local variable means before the variable is assigned: an attribute or a global.
Value Evaluator::OuterValue(const Name& name, Frame* frame) {
  for (; frame != nullptr; frame = frame->parent) {
    if (frame->part != nullptr) {
      Instance& instance = *frame->part->instance;
      auto found = instance.layout->by_name.find(name.symbol);
      if (found != instance.layout->by_name.end()) {
        return ReadMember(instance, found->second);
      }
    }
  }
  for (size_t p = 0; p < program_.packages.size(); ++p) {
    for (const FileAst& file : program_.packages[p]->files) {
      if (file.file != nullptr && file.file->Contains(name.span.begin)) {
        bool found = false;
        return FindGlobal(static_cast<int32_t>(p), name.symbol, &found);
      }
    }
  }
  return {};
}

Value Evaluator::ModuleMember(std::string_view module, std::string_view member, source::Span place) {
  if (runtime::NativeFunction native = builtins::FindNativeInModule(module, member)) {
    return MakeNative(heap_, member, native, place);
  }
  for (const builtins::Module& known : builtins::SystemModules()) {
    for (const builtins::Constant& constant : known.constants) {
      if (known.name == module && constant.name == member) {
        bool whole = constant.value >= 1 && constant.value < 9e18;
        return whole ? runtime::Int(static_cast<int64_t>(constant.value), place)
                     : runtime::Float(constant.value, place);
      }
    }
  }
  return FailAt(place, Substitute("module '{}' has no attribute '{}'", module, member));
}

Value Evaluator::LoadAttribute(const Value& value, Symbol attribute, source::Span place) {
  std::string_view name = Text(attribute);
  switch (value.kind) {
    case Kind::kDict:
      return value.fields().Get(name);
    case Kind::kSchema: {
      if (const Entry* entry = value.fields().Find(name)) {
        return entry->value;
      }
      return FailAt(place, Substitute("schema '{}' attribute '{}' not found", TypeName(value), name));
    }
    case Kind::kString: {
      runtime::NativeFunction native = builtins::FindNativeMethod(name);
      if (native == nullptr) {
        return FailAt(place, Substitute("str object attr '{}' not found", name));
      }
      Value method = MakeNative(heap_, name, native, place);
      auto* function = heap_.New<runtime::Function>(*method.function);
      function->has_self = true;
      function->self = value;
      method.function = function;
      return method;
    }
    case Kind::kType: {
      if (name != "instances") {
        return FailAt(place, Substitute("schema object attr '{}' not found", name));
      }
      auto* function = heap_.New<runtime::Function>();
      function->name = "instances";
      function->native = SchemaInstances;
      function->has_self = true;
      function->self = value;
      Value method;
      method.kind = Kind::kFunction;
      method.function = function;
      return method;
    }
    case Kind::kModule: {
      if (value.module->package < 0) {
        return ModuleMember(value.module->path, name, place);
      }
      bool found = false;
      Value member = FindGlobal(value.module->package, attribute, &found);
      return found ? member
                   : FailAt(place, Substitute("module '{}' has no attribute '{}'", value.module->path, name));
    }
    case Kind::kUndefined:
    case Kind::kNone:
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kFloat:
    case Kind::kUnit:
    case Kind::kList:
    case Kind::kFunction:
      return FailAt(place, Substitute("invalid value '{}' to load attribute '{}'", TypeName(value), name));
  }
  return {};
}

Value Evaluator::EvalSelector(const SelectorExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  if (failed()) {
    return {};
  }
  if (expr.optional && !IsTruthy(value)) {
    return runtime::None(expr.span);
  }
  return LoadAttribute(value, expr.attribute.symbol, expr.span);
}

}  // namespace kval::kcl::eval
