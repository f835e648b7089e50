#include "src/lang/cel/type.h"

#include "src/support/native_stack.h"

namespace kval::cel {
namespace {

bool Same(const Type& a, const Type& b, bool compare_parameters) {
  NeedStack();
  if (&a == &b) {
    return true;
  }
  if (a.kind != b.kind || a.parameters.size() != b.parameters.size()) {
    return false;
  }
  if (a.kind == TypeKind::kParameter) {
    return !compare_parameters || a.parameter == b.parameter;
  }
  if (a.nullable != b.nullable || (a.kind == TypeKind::kObject && a.name != b.name)) {
    return false;
  }
  for (size_t i = 0; i < a.parameters.size(); ++i) {
    if (!Same(*a.parameters[i], *b.parameters[i], compare_parameters)) {
      return false;
    }
  }
  return true;
}

void AppendType(const Type& type, std::string& out) {
  NeedStack();
  if (type.nullable) {
    out += "wrapper(";
  }
  switch (type.kind) {
    case TypeKind::kNull:
      out += "null";
      break;
    case TypeKind::kTimestamp:
      out += "timestamp";
      break;
    case TypeKind::kDuration:
      out += "duration";
      break;
    default:
      out += type.name;
  }
  for (size_t i = 0; i < type.parameters.size(); ++i) {
    out += i == 0 ? "(" : ", ";
    AppendType(*type.parameters[i], out);
  }
  out += type.parameters.empty() ? "" : ")";
  out += type.nullable ? ")" : "";
}

}  // namespace

const Type* TypeArena::Make(TypeKind kind, std::string_view name, std::span<const Type* const> parameters) {
  return arena_.New<Type>(Type{kind, false, 0, name, arena_.Copy(parameters)});
}

const Type* TypeArena::List(const Type* item) {
  return Make(TypeKind::kList, kListType.name, {&item, 1});
}

const Type* TypeArena::Map(const Type* key, const Type* value) {
  const Type* parameters[] = {key, value};
  return Make(TypeKind::kMap, kMapType.name, parameters);
}

const Type* TypeArena::Optional(const Type* value) {
  return Make(TypeKind::kOptional, kOptionalType.name, {&value, 1});
}

const Type* TypeArena::TypeOf(const Type* type) {
  return Make(TypeKind::kType, kTypeType.name, {&type, 1});
}

const Type* TypeArena::Nullable(const Type* type) {
  Type copy = *type;
  copy.nullable = true;
  return arena_.New<Type>(copy);
}

const Type* TypeArena::Parameter(uint32_t number, std::string_view name) {
  return arena_.New<Type>(Type{TypeKind::kParameter, false, number, arena_.CopyText(name)});
}

const Type* TypeArena::Object(std::string_view name, const Fields* fields) {
  return arena_.New<Type>(Type{TypeKind::kObject, false, 0, arena_.CopyText(name), {}, fields});
}

std::string TypeText(const Type& type) {
  std::string text;
  AppendType(type, text);
  return text;
}

bool SameType(const Type& a, const Type& b) {
  return Same(a, b, true);
}

bool EquivalentType(const Type& a, const Type& b) {
  return Same(a, b, false);
}

}  // namespace kval::cel
