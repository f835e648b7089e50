#include "src/lang/kcl/eval/name_evaluator.h"

#include <algorithm>

#include "src/lang/kcl/builtins/builtins.h"
#include "src/lang/kcl/eval/package_state.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/signatures/signatures.h"
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

// Returns a name that a mixin reads without an attribute: an argument of the schema that includes the mixin.
Value HostArgument(const InstancePart& mixin, Symbol name) {
  for (const InstancePart& part : mixin.instance->parts) {
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

Value ModuleValue(const runtime::Module* module) {
  Value value;
  value.kind = Kind::kModule;
  value.module = module;
  return value;
}

// Returns the current entry of a key of a config literal; null if it has no such entry.
const Entry* FindEntry(const Frame* literal, std::string_view key) {
  if (literal != nullptr && literal->builder != nullptr) {
    const Entry* entry = literal->builder->Peek(key);
    for (const OuterEntries* around = literal->around; entry == nullptr && around != nullptr;
         around = around->around) {
      entry = around->builder->Peek(key);
    }
    return entry;
  }
  return literal != nullptr && literal->finished != nullptr ? literal->finished->Find(key) : nullptr;
}

Frame* Up(Frame* frame, uint16_t depth) {
  for (; depth > 0 && frame != nullptr; --depth) {
    frame = frame->parent;
  }
  return frame;
}

}  // namespace

Value NameEvaluator::Eval(const Name& name, Frame* frame) {
  return ReadRef(context_.program().refs[static_cast<size_t>(name.id)], name, frame);
}

Value NameEvaluator::EvalKey(const Name& key, Frame* frame) {
  return ReadRef(context_.program().RefOf(key), key, frame);
}

Value NameEvaluator::ReadRef(const Ref& ref, const Name& name, Frame* frame) {
  switch (ref.kind) {
    case RefKind::kNone:
      return context_.FailAt(name.span, Substitute("name '{}' is not defined", context_.Text(name.symbol)));
    case RefKind::kGlobal:
      context_.trace().is_starved = false;
      return ReportCycle(whole_.ReadGlobal(ref.package, ref.index), name);
    case RefKind::kPackage:
      return ModuleValue(&packages_[static_cast<size_t>(ref.package)].module);
    case RefKind::kPlugin:
      return context_.FailAt(name.span,
                             Substitute("the plugin package `{}` is not found, please confirm if plugin "
                                        "mode is enabled",
                                        context_.Text(ref.symbol)));
    case RefKind::kSystemModule:
      return ModuleValue(context_.heap().New<runtime::Module>(context_.Text(ref.symbol), -1));
    case RefKind::kBuiltin: {
      runtime::NativeFunction native = builtins::FindNative(context_.Text(ref.symbol));
      if (native == nullptr) {
        return context_.FailAt(name.span, Substitute("name '{}' is not defined", context_.Text(ref.symbol)));
      }
      return MakeNative(context_.heap(), context_.Text(ref.symbol), native, name.span);
    }
    case RefKind::kLocal: {
      Frame* home = Up(frame, ref.depth);
      bool known = home != nullptr && static_cast<uint32_t>(ref.index) < home->slot_count;
      if (known && IsUnassigned(home->slots[ref.index])) {
        return ref.fallback < 0
                   ? OuterValue(name, home->parent)
                   : ReadRef(context_.program().fallbacks[static_cast<size_t>(ref.fallback)], name, frame);
      }
      return known ? home->slots[ref.index] : Value();
    }
    case RefKind::kAttribute: {
      Frame* home = Up(frame, ref.depth);
      bool found = false;
      const Value value = home == nullptr || home->part == nullptr
                              ? Value()
                              : ReadAttribute(*home->part, ref.symbol, name, &found);
      if (found) {
        return value;
      }
      break;
    }
    case RefKind::kConfigKey:
      if (const Entry* entry = FindEntry(Up(frame, ref.depth), context_.Text(ref.symbol))) {
        return entry->value;
      }
      break;
  }
  if (ref.fallback < 0) {
    return {};
  }
  return ReadRef(context_.program().fallbacks[static_cast<size_t>(ref.fallback)], name, frame);
}

// Returns an attribute of the instance, or the meaning of the name in a mixin.
Value NameEvaluator::ReadAttribute(const InstancePart& part, Symbol attribute, const Name& name,
                                   bool* found) {
  Instance& instance = *part.instance;
  auto place = instance.layout->by_name.find(attribute);
  if (place == instance.layout->by_name.end()) {
    const Value argument = HostArgument(part, attribute);
    *found = !argument.is(Kind::kUndefined);
    return argument;
  }
  *found = true;
  context_.trace().is_starved = context_.trace().is_own = false;
  const Value value = whole_.ReadMember(instance, place->second);
  if (!context_.trace().is_starved && !context_.trace().is_own) {
    RecordMissing(value, instance.layout->members[place->second]);
  }
  return ReportCycle(value, name);
}

// Remembers where a name was read whose own value was being made: what fails next may be due to that.
Value NameEvaluator::ReportCycle(const Value& value, const Name& name) {
  if (context_.trace().is_starved && value.is(Kind::kUndefined)) {
    context_.trace().circle = name.span;
    context_.trace().circle_name = context_.Text(name.symbol);
  }
  context_.trace().is_starved = false;
  return value;
}

// Remembers a required attribute that has no value: what fails next may be due to that.
void NameEvaluator::RecordMissing(const Value& value, const Member& member) {
  if (value.is_empty() && !member.optional && member.declaration != nullptr) {
    context_.trace().absent = member.declaration->span;
  }
}

void NameEvaluator::RecordMissing(const Value& instance, Symbol attribute) {
  const Layout& layout = context_.LayoutOf(SchemaOf(*instance.schema->type));
  const auto place = layout.by_name.find(attribute);
  if (place != layout.by_name.end()) {
    RecordMissing(Value(), layout.members[place->second]);
  }
}

// Returns the value of a local variable's name before the variable is assigned: an attribute or a global.
Value NameEvaluator::OuterValue(const Name& name, Frame* frame) {
  for (; frame != nullptr; frame = frame->parent) {
    if (frame->part != nullptr) {
      Instance& instance = *frame->part->instance;
      auto found = instance.layout->by_name.find(name.symbol);
      if (found != instance.layout->by_name.end()) {
        return whole_.ReadMember(instance, found->second);
      }
    }
  }
  for (size_t p = 0; p < context_.program().packages.size(); ++p) {
    for (const FileAst& file : context_.program().packages[p]->files) {
      if (file.file != nullptr && file.file->Contains(name.span.begin)) {
        bool found = false;
        return whole_.FindGlobal(static_cast<int32_t>(p), name.symbol, &found);
      }
    }
  }
  return {};
}

Value NameEvaluator::ModuleMember(std::string_view module, std::string_view member, source::Span place) {
  if (runtime::NativeFunction native = builtins::FindNativeInModule(module, member)) {
    return MakeNative(context_.heap(), member, native, place);
  }
  for (const signatures::Module& known : signatures::SystemModules()) {
    for (const signatures::Constant& constant : known.constants) {
      if (known.name == module && constant.name == member) {
        bool whole = constant.value >= 1 && constant.value < 9e18;
        return whole ? runtime::Int(static_cast<int64_t>(constant.value), place)
                     : runtime::Float(constant.value, place);
      }
    }
  }
  return context_.FailAt(place, Substitute("module '{}' has no attribute '{}'", module, member));
}

Value NameEvaluator::MethodOf(const Value& text, std::string_view name, source::Span place) {
  runtime::NativeFunction native = builtins::FindNativeMethod(name);
  if (native == nullptr) {
    return context_.FailAt(place, Substitute("str object attr '{}' not found", name));
  }
  Value method = MakeNative(context_.heap(), name, native, place);
  auto* function = context_.heap().New<runtime::Function>(*method.function);
  function->has_self = true;
  function->self = text;
  method.function = function;
  return method;
}

Value NameEvaluator::InstancesOf(const Value& type) {
  auto* function = context_.heap().New<runtime::Function>();
  function->name = "instances";
  function->native = SchemaInstances;
  function->has_self = true;
  function->self = type;
  Value method;
  method.kind = Kind::kFunction;
  method.function = function;
  return method;
}

Value NameEvaluator::Attribute(const Value& value, Symbol attribute, source::Span place) {
  if (runtime::IsInvalidValue(value)) {
    return Abandon(context_);
  }
  std::string_view name = context_.Text(attribute);
  switch (value.kind) {
    case Kind::kDict:
      return value.fields().Get(name);
    case Kind::kSchema: {
      if (const Entry* entry = value.fields().Find(name)) {
        if (entry->value.is_empty()) {
          RecordMissing(value, attribute);
        }
        return entry->value;
      }
      return context_.FailAt(place,
                             Substitute("schema '{}' attribute '{}' not found", TypeName(value), name));
    }
    case Kind::kString:
      return MethodOf(value, name, place);
    case Kind::kType:
      return name == "instances"
                 ? InstancesOf(value)
                 : context_.FailAt(place, Substitute("schema object attr '{}' not found", name));
    case Kind::kModule: {
      if (value.module->package < 0) {
        return ModuleMember(value.module->path, name, place);
      }
      bool found = false;
      Value member = whole_.FindGlobal(value.module->package, attribute, &found);
      return found ? member
                   : context_.FailAt(
                         place, Substitute("module '{}' has no attribute '{}'", value.module->path, name));
    }
    case Kind::kUndefined:
    case Kind::kNone:
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kFloat:
    case Kind::kUnit:
    case Kind::kList:
    case Kind::kFunction:
      return context_.FailAt(place,
                             Substitute("invalid value '{}' to load attribute '{}'", TypeName(value), name));
  }
  return {};
}

}  // namespace kval::kcl::eval
