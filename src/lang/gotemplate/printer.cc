#include "src/lang/gotemplate/printer.h"

#include <cstddef>
#include <string>

#include "src/lang/gotemplate/containers.h"
#include "src/support/ascii.h"
#include "src/support/native_stack.h"
#include "src/support/utf8.h"

// The values of Go's fmt/print.go.
namespace kval::gotemplate {

namespace {

constexpr std::string_view kNil = "<nil>";
constexpr uint64_t kAddress =
    0xc000010000;  // printed for every pointer: addresses differ from run to run in Go

bool IsByteList(const Type& type) {
  return type.kind == Kind::kList && type.element == &kByteType;
}

}  // namespace

void Printer::WriteVerb(char32_t verb) {
  std::string text;
  utf8::Append(text, verb);
  Write(text);
}

void Printer::BadVerb(char32_t verb, const Value& value) {
  if (!HasStack()) {
    out_.SetFull();
    return;
  }
  is_erring_ = true;
  Write("%!");
  WriteVerb(verb);
  Write("(");
  if (value.is_untyped_nil()) {
    Write(kNil);
  } else {
    Write(value.type()->name);
    Write("=");
    if (IsByteList(*value.type())) {
      Bytes(value, 'v', "[]byte");
    } else {
      Inside(value, 'v', 0);
    }
  }
  Write(")");
  is_erring_ = false;
}

void Printer::Argument(const Value& value, char32_t verb) {
  if (value.is_untyped_nil()) {
    if (verb == 'T' || verb == 'v') {
      format_.Pad(kNil);
    } else {
      BadVerb(verb, value);
    }
    return;
  }
  if (verb == 'T') {
    format_.String(value.type()->name);
  } else if (verb == 'p') {
    Pointer(value, verb);
  } else if (value.type() == &kByteListType) {
    Bytes(value, verb, "[]byte");
  } else if (!ByMethod(value, verb)) {
    Inside(value, verb, 0);
  }
}

bool Printer::ByMethod(const Value& value, char32_t verb) {
  if (is_erring_) {
    return false;
  }
  if (verb == 'w') {
    BadVerb(verb, value);
    return true;
  }
  const bool takes_text = verb == 'v' || verb == 's' || verb == 'x' || verb == 'X' || verb == 'q';
  if (value.type()->append_text == nullptr || flags().sharp_v || !takes_text) {
    return false;
  }
  if (value.is(Kind::kObject) && value.is_nil()) {
    Write(kNil);  // Go recovers from the method's panic
    return true;
  }
  std::string text;
  value.type()->append_text(value, &text);
  String(text, verb, value);
  return true;
}

void Printer::Nested(const Value& value, char32_t verb, int depth) {
  if (!ByMethod(value, verb)) {
    Inside(value, verb, depth);
  }
}

void Printer::Inside(const Value& value, char32_t verb, int depth) {
  if (!HasStack()) {
    out_.SetFull();
    return;
  }
  switch (value.kind()) {
    case Kind::kInvalid:
    case Kind::kInterface:
      Write(kNil);
      break;
    case Kind::kBool:
      if (verb == 't' || verb == 'v') {
        format_.Bool(value.boolean());
      } else {
        BadVerb(verb, value);
      }
      break;
    case Kind::kInt:
      Integer(value.natural(), true, verb, value);
      break;
    case Kind::kUint:
      Integer(value.natural(), false, verb, value);
      break;
    case Kind::kFloat:
      Float(value.real(), verb, value);
      break;
    case Kind::kString:
      String(value.text(), verb, value);
      break;
    case Kind::kList:
      List(value, verb, depth);
      break;
    case Kind::kMap:
      Map(value, verb, depth);
      break;
    case Kind::kObject:
      Object(value, verb, depth);
      break;
    case Kind::kFunction:
      Pointer(value, verb);
      break;
  }
}

void Printer::Integer(uint64_t bits, bool is_signed, char32_t verb, const Value& value) {
  switch (verb) {
    case 'v':
      if (flags().sharp_v && !is_signed) {
        format_.Natural0x(bits, true);
        break;
      }
      [[fallthrough]];
    case 'd':
      format_.Integer(bits, 10, is_signed, verb, false);
      break;
    case 'b':
      format_.Integer(bits, 2, is_signed, verb, false);
      break;
    case 'o':
    case 'O':
      format_.Integer(bits, 8, is_signed, verb, false);
      break;
    case 'x':
      format_.Integer(bits, 16, is_signed, verb, false);
      break;
    case 'X':
      format_.Integer(bits, 16, is_signed, verb, true);
      break;
    case 'c':
      format_.Character(bits);
      break;
    case 'q':
      format_.QuotedCharacter(bits);
      break;
    case 'U':
      format_.CodePoint(bits);
      break;
    default:
      BadVerb(verb, value);
  }
}

void Printer::Float(double real, char32_t verb, const Value& value) {
  constexpr int kPrecision = 6;
  switch (verb) {
    case 'v':
      format_.Float(real, 'g', -1);
      break;
    case 'b':
    case 'g':
    case 'G':
    case 'x':
    case 'X':
      format_.Float(real, static_cast<char>(verb), -1);
      break;
    case 'f':
    case 'e':
    case 'E':
      format_.Float(real, static_cast<char>(verb), kPrecision);
      break;
    case 'F':
      format_.Float(real, 'f', kPrecision);
      break;
    default:
      BadVerb(verb, value);
  }
}

void Printer::String(std::string_view text, char32_t verb, const Value& value) {
  switch (verb) {
    case 'v':
      if (flags().sharp_v) {
        format_.Quoted(text);
        break;
      }
      [[fallthrough]];
    case 's':
      format_.String(text);
      break;
    case 'x':
      format_.Hexadecimal(text, false);
      break;
    case 'X':
      format_.Hexadecimal(text, true);
      break;
    case 'q':
      format_.Quoted(text);
      break;
    default:
      BadVerb(verb, value);
  }
}

void Printer::Bytes(const Value& value, char32_t verb, std::string_view type_name) {
  std::string bytes;
  for (const Value& byte : Items(value)) {
    bytes += static_cast<char>(byte.natural());
  }
  switch (verb) {
    case 'v':
    case 'd': {
      if (flags().sharp_v) {
        Write(type_name);
        if (value.is_nil()) {
          Write("(nil)");
          return;
        }
      }
      Write(flags().sharp_v ? "{" : "[");
      for (size_t at = 0; at < bytes.size() && !out_.is_full(); ++at) {
        Separate(at == 0);
        const auto byte = static_cast<unsigned char>(bytes[at]);
        if (flags().sharp_v) {
          format_.Natural0x(byte, true);
        } else {
          format_.Integer(byte, 10, false, verb, false);
        }
      }
      Write(flags().sharp_v ? "}" : "]");
      break;
    }
    case 's':
    case 'x':
    case 'X':
    case 'q':
      String(bytes, verb, value);
      break;
    default:
      Inside(value, verb, 0);
  }
}

void Printer::Separate(bool is_first) {
  if (!is_first) {
    Write(flags().sharp_v ? ", " : " ");
  }
}

void Printer::List(const Value& value, char32_t verb, int depth) {
  if (IsByteList(*value.type()) && (verb == 's' || verb == 'q' || verb == 'x' || verb == 'X')) {
    Bytes(value, verb, value.type()->name);
    return;
  }
  if (flags().sharp_v) {
    Write(value.type()->name);
    if (value.is_nil()) {
      Write("(nil)");
      return;
    }
  }
  Write(flags().sharp_v ? "{" : "[");
  const std::span<const Value> items = Items(value);
  for (size_t index = 0; index < items.size() && !out_.is_full(); ++index) {
    Separate(index == 0);
    if (items[index].is_untyped_nil()) {
      Write(flags().sharp_v ? "interface {}(nil)" : kNil);
    } else {
      Nested(items[index], verb, depth + 1);
    }
  }
  Write(flags().sharp_v ? "}" : "]");
}

void Printer::Map(const Value& value, char32_t verb, int depth) {
  Write(flags().sharp_v ? value.type()->name : "map[");
  if (flags().sharp_v) {
    if (value.is_nil()) {
      Write("(nil)");
      return;
    }
    Write("{");
  }
  bool is_first = true;
  for (const auto& [key, entry] : EntriesOf(value)) {
    if (out_.is_full()) {
      break;
    }
    Separate(is_first);
    is_first = false;
    Nested(Value::Text(key), verb, depth + 1);
    Write(":");
    if (entry.is_untyped_nil()) {
      Write(flags().sharp_v ? "interface {}(nil)" : kNil);
    } else {
      Nested(entry, verb, depth + 1);
    }
  }
  Write(flags().sharp_v ? "}" : "]");
}

void Printer::Object(const Value& value, char32_t verb, int depth) {
  if (!value.type()->is_pointer) {
    Fields(value, verb, depth);
  } else if (depth == 0 && !value.is_nil()) {
    Write("&");
    Fields(value, verb, depth + 1);
  } else {
    Pointer(value, verb);
  }
}

void Printer::Fields(const Value& value, char32_t verb, int depth) {
  if (flags().sharp_v) {
    std::string_view name = value.type()->name;
    Write(name.substr(value.type()->is_pointer ? 1 : 0));
  }
  Write("{");
  bool is_first = true;
  for (const Object::Field& field : value.object()->fields()) {
    Separate(is_first);
    is_first = false;
    if (flags().plus_v || flags().sharp_v) {
      Write(field.name);
      Write(":");
    }
    if (field.value.is_untyped_nil()) {
      Write(flags().sharp_v ? "interface {}(nil)" : kNil);
    } else if (!IsUpper(field.name[0])) {
      Inside(field.value, verb, depth + 1);
    } else {
      Nested(field.value, verb, depth + 1);
    }
  }
  Write("}");
}

void Printer::Pointer(const Value& value, char32_t verb) {
  const bool is_pointer = value.is(Kind::kList) || value.is(Kind::kMap) || value.is(Kind::kFunction) ||
                          (value.is(Kind::kObject) && value.type()->is_pointer);
  const uint64_t address = value.is_nil() ? 0 : kAddress;
  constexpr std::string_view kNumbers = "bodxX";
  if (is_pointer && verb == 'v') {
    if (flags().sharp_v) {
      Write("(");
      Write(value.type()->name);
      Write(")(");
      if (address == 0) {
        Write("nil");
      } else {
        format_.Natural0x(address, true);
      }
      Write(")");
    } else if (address == 0) {
      format_.Pad(kNil);
    } else {
      format_.Natural0x(address, !flags().sharp);
    }
  } else if (is_pointer && verb == 'p') {
    format_.Natural0x(address, !flags().sharp);
  } else if (is_pointer && verb < 0x80 && kNumbers.find(static_cast<char>(verb)) != std::string_view::npos) {
    Integer(address, false, verb, value);
  } else {
    BadVerb(verb, value);
  }
}

}  // namespace kval::gotemplate
