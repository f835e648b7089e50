#include <array>
#include <charconv>
#include <cmath>

#include "src/lang/kcl/sema/program.h"
#include "src/lang/kcl/sema/type_table.h"

// Types as KCL prints them.
namespace kval::kcl {
namespace {

// Longer texts are cut.
constexpr size_t kMaxText = 4000;

std::string FloatText(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "inf" : "-inf";
  }
  std::array<char, 512> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
  return error == std::errc() ? std::string(buffer.data(), end) : "float";
}

}  // namespace

std::string TypeTable::Text(const Type* type) const {
  std::string out;
  AppendText(type, out);
  return out;
}

void TypeTable::AppendList(std::span<const Type* const> types, std::string_view separator,
                           std::string& out) const {
  for (size_t i = 0; i < types.size() && out.size() < kMaxText; ++i) {
    out += i > 0 ? separator : "";
    AppendText(types[i], out);
  }
}

void TypeTable::AppendText(const Type* type, std::string& out) const {
  if (out.size() > kMaxText) {
    out += out.ends_with("...") ? "" : "...";
    return;
  }
  switch (type->kind) {
    case TypeKind::kInvalid:
    case TypeKind::kAny:
      out += "any";
      break;
    case TypeKind::kNone:
      out += "NoneType";
      break;
    case TypeKind::kBool:
      out += "bool";
      break;
    case TypeKind::kInt:
      out += "int";
      break;
    case TypeKind::kFloat:
      out += "float";
      break;
    case TypeKind::kStr:
      out += "str";
      break;
    case TypeKind::kBoolLiteral:
      out += type->bool_value ? "bool(True)" : "bool(False)";
      break;
    case TypeKind::kIntLiteral:
      out.append("int(").append(std::to_string(type->int_value)).append(")");
      break;
    case TypeKind::kFloatLiteral:
      out.append("float(").append(FloatText(type->float_value)).append(")");
      break;
    case TypeKind::kStrLiteral:
      out.append("str(").append(type->text).append(")");
      break;
    case TypeKind::kNumberMultiplier:
      out += "number_multiplier";
      break;
    case TypeKind::kNumberMultiplierLiteral:
      out.append("number_multiplier(").append(std::to_string(type->int_value));
      out.append(EntryOf(type->unit).suffix).append(")");
      break;
    case TypeKind::kList:
      out += "[";
      AppendText(type->element, out);
      out += "]";
      break;
    case TypeKind::kDict:
      out += "{";
      AppendText(type->key, out);
      out += ":";
      AppendText(type->element, out);
      out += "}";
      break;
    case TypeKind::kSchema:
    case TypeKind::kSchemaType:
      out += names_->Text(type->schema->name);
      break;
    case TypeKind::kUnion:
      AppendList(type->members, " | ", out);
      break;
    case TypeKind::kFunction: {
      std::vector<const Type*> params;
      for (const FunctionParam& param : type->function->params) {
        params.push_back(param.type);
      }
      out += "(";
      AppendList(params, ", ", out);
      out += ") -> ";
      AppendText(type->function->result, out);
      break;
    }
    case TypeKind::kModule:
      out.append("module '").append(type->text).append("'");
      break;
  }
}

}  // namespace kval::kcl
