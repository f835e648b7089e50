#include "src/lang/kcl/runtime/text.h"

#include <cmath>

#include "src/support/fixed_notation.h"

namespace kval::kcl::runtime {
namespace {

std::string Quoted(std::string_view text) {
  if (text.find('"') == std::string_view::npos) {
    return "'" + std::string(text) + "'";
  }
  if (text.find('\'') == std::string_view::npos) {
    return "\"" + std::string(text) + "\"";
  }
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"') {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted + "\"";
}

void AppendText(std::string& out, const Value& value);

void AppendDict(std::string& out, const Dict& dict) {
  out += '{';
  bool first = true;
  for (const Entry& entry : dict.entries) {
    if (!first) {
      out += ", ";
    }
    first = false;
    out += Quoted(entry.key);
    out += ": ";
    if (entry.value.is(Kind::kString)) {
      out += Quoted(entry.value.string());
    } else {
      AppendText(out, entry.value);
    }
  }
  out += '}';
}

void AppendText(std::string& out, const Value& value) {
  switch (value.kind) {
    case Kind::kUndefined:
      out += "Undefined";
      return;
    case Kind::kNone:
      out += "None";
      return;
    case Kind::kBool:
      out += value.boolean ? "True" : "False";
      return;
    case Kind::kInt:
      out += std::to_string(value.integer);
      return;
    case Kind::kFloat:
      out += FloatText(value.real);
      return;
    case Kind::kUnit:
      out += std::to_string(value.unit->raw);
      out += value.unit->suffix;
      return;
    case Kind::kString:
      out += value.string();
      return;
    case Kind::kList: {
      out += '[';
      bool first = true;
      for (const Value& item : value.items()) {
        if (!first) {
          out += ", ";
        }
        first = false;
        AppendText(out, item);
      }
      out += ']';
      return;
    }
    case Kind::kDict:
    case Kind::kSchema:
      AppendDict(out, value.fields());
      return;
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      out += "function";
      return;
  }
}

}  // namespace

std::string TypeName(const Value& value, bool full) {
  switch (value.kind) {
    case Kind::kUndefined:
      return "UndefinedType";
    case Kind::kNone:
      return "NoneType";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
      return "int";
    case Kind::kFloat:
      return "float";
    case Kind::kUnit:
      return "number_multiplier(" + Text(value) + ")";
    case Kind::kString:
      return "str";
    case Kind::kList:
      return "list";
    case Kind::kDict:
      return "dict";
    case Kind::kSchema: {
      const SchemaType& type = *value.schema->type;
      if (!full || type.package.empty() || type.package == "__main__") {
        return std::string(type.name);
      }
      return std::string(type.package) + "." + std::string(type.name);
    }
    case Kind::kFunction:
      return "function";
    case Kind::kType:
      return "type";
    case Kind::kModule:
      return "module";
  }
  return {};
}

std::string FloatText(double real) {
  if (std::isnan(real)) {
    return "NaN.0";
  }
  if (std::isinf(real)) {
    return real < 0 ? "-inf.0" : "inf.0";
  }
  const std::string text = ToFixedNotation(real);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

std::string Text(const Value& value) {
  std::string out;
  AppendText(out, value);
  return out;
}

}  // namespace kval::kcl::runtime
