#include "src/lang/kcl/sema/type_text.h"

#include <cmath>
#include <vector>

#include "src/lang/kcl/sema/program.h"
#include "src/support/fixed_notation.h"

namespace kval::kcl {
namespace {

// Longer descriptions are truncated.
constexpr size_t kMaxText = 4000;

std::string FloatText(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "inf" : "-inf";
  }
  return ToFixedNotation(value);
}

class Writer {
 public:
  explicit Writer(const Interner& names) : names_(names) {}

  void Write(const Type* type);
  std::string Take() { return std::move(out_); }

 private:
  void WriteKind(const Type& type);
  void WriteList(std::span<const Type* const> types, std::string_view separator);
  void WriteFunction(const FunctionType& function);

  const Interner& names_;
  std::string out_;
};

void Writer::Write(const Type* type) {
  if (out_.size() > kMaxText) {
    out_ += out_.ends_with("...") ? "" : "...";
    return;
  }
  WriteKind(*type);
}

void Writer::WriteList(std::span<const Type* const> types, std::string_view separator) {
  for (size_t i = 0; i < types.size() && out_.size() < kMaxText; ++i) {
    out_ += i > 0 ? separator : "";
    Write(types[i]);
  }
}

void Writer::WriteFunction(const FunctionType& function) {
  std::vector<const Type*> params;
  for (const FunctionParam& param : function.params) {
    params.push_back(param.type);
  }
  out_ += "(";
  WriteList(params, ", ");
  out_ += ") -> ";
  Write(function.result);
}

void Writer::WriteKind(const Type& type) {
  switch (type.kind) {
    case TypeKind::kInvalid:
    case TypeKind::kAny:
    case TypeKind::kNone:
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kStr:
    case TypeKind::kNumberMultiplier:
      out_ += PlainName(type.kind);
      break;
    case TypeKind::kBoolLiteral:
    case TypeKind::kIntLiteral:
    case TypeKind::kFloatLiteral:
    case TypeKind::kStrLiteral:
    case TypeKind::kNumberMultiplierLiteral:
      out_ += LiteralText(&type);
      break;
    case TypeKind::kList:
      out_ += "[";
      Write(type.element);
      out_ += "]";
      break;
    case TypeKind::kDict:
      out_ += "{";
      Write(type.key);
      out_ += ":";
      Write(type.element);
      out_ += "}";
      break;
    case TypeKind::kSchema:
    case TypeKind::kSchemaType:
      out_ += names_.Text(type.schema->name);
      break;
    case TypeKind::kUnion:
      WriteList(type.members, " | ");
      break;
    case TypeKind::kFunction:
      WriteFunction(*type.function);
      break;
    case TypeKind::kModule:
      out_.append("module '").append(type.text).append("'");
      break;
  }
}

}  // namespace

std::string TypeText(const Type* type, const Interner& names) {
  Writer writer(names);
  writer.Write(type);
  return writer.Take();
}

std::string LiteralText(const Type* type) {
  switch (type->kind) {
    case TypeKind::kBoolLiteral:
      return type->bool_value ? "bool(True)" : "bool(False)";
    case TypeKind::kIntLiteral:
      return "int(" + std::to_string(type->int_value) + ")";
    case TypeKind::kFloatLiteral:
      return "float(" + FloatText(type->float_value) + ")";
    case TypeKind::kStrLiteral:
      return "str(" + std::string(type->text) + ")";
    case TypeKind::kNumberMultiplierLiteral:
      return "number_multiplier(" + std::to_string(type->int_value) +
             std::string(EntryOf(type->unit).suffix) + ")";
    default:
      return {};
  }
}

std::string_view PlainName(TypeKind kind) {
  switch (kind) {
    case TypeKind::kInvalid:
    case TypeKind::kAny:
      return "any";
    case TypeKind::kNone:
      return "NoneType";
    case TypeKind::kBool:
      return "bool";
    case TypeKind::kInt:
      return "int";
    case TypeKind::kFloat:
      return "float";
    case TypeKind::kStr:
      return "str";
    case TypeKind::kNumberMultiplier:
      return "number_multiplier";
    default:
      return {};
  }
}

}  // namespace kval::kcl
