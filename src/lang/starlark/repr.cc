#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/text.h"
#include "src/support/unicode.h"
#include "src/support/utf8.h"

namespace kval::starlark {
namespace {

constexpr size_t kMaxDepth = 200;
// Shared structure can be printed exponentially often, so the length is limited.
constexpr size_t kMaxBytes = size_t{16} << 20;

// Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space.
bool IsPrintable(char32_t point) {
  if (point < 0x80) {
    return point >= 0x20 && point != 0x7f;
  }
  return unicode::IsIn(point, unicode::kPrintable);
}

void AppendHex(std::string& out, const char* format, unsigned value) {
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  out += buffer.data();
}

void AppendEscaped(std::string& out, char32_t point) {
  switch (point) {
    case '\a':
      out += "\\a";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\v':
      out += "\\v";
      return;
    default:
      AppendHex(out,
                point < 0x20 || point == 0x7f ? "\\x%02x"
                : point < 0x10000             ? "\\u%04x"
                                              : "\\U%08x",
                point);
      return;
  }
}

class Writer {
 public:
  explicit Writer(size_t most) : most_(most) {}

  void Write(Value value) {
    if (out_.size() > most_ || path_.size() > kMaxDepth) {
      out_ += "...";
      return;
    }
    switch (value.kind()) {
      case Kind::kUnset:
        out_ += "<unset>";
        return;
      case Kind::kNone:
        out_ += "None";
        return;
      case Kind::kBool:
        out_ += value.boolean() ? "True" : "False";
        return;
      case Kind::kInt:
      case Kind::kBigInt:
        out_ += IntText(value);
        return;
      case Kind::kFloat:
        out_ += FloatText(value.real());
        return;
      case Kind::kString:
        out_ += Quote(value.text());
        return;
      case Kind::kList:
      case Kind::kTuple:
      case Kind::kDict:
      case Kind::kSet:
        Collection(value);
        return;
      case Kind::kHost:
        out_ += value.As<HostValue>()->Repr();
        return;
      default:
        out_ += Opaque(value);
        return;
    }
  }

  std::string Take() { return std::move(out_); }

 private:
  void Collection(Value value) {
    const std::string_view open = value.kind() == Kind::kList    ? "["
                                  : value.kind() == Kind::kTuple ? "("
                                  : value.kind() == Kind::kDict  ? "{"
                                                                 : "set([";
    const std::string_view close = value.kind() == Kind::kList    ? "]"
                                   : value.kind() == Kind::kTuple ? ")"
                                   : value.kind() == Kind::kDict  ? "}"
                                                                  : "])";
    out_ += open;
    if (IsOpen(value.object())) {
      out_ += "...";
    } else {
      path_.push_back(value.object());
      Content(value);
      path_.pop_back();
    }
    out_ += close;
  }

  bool IsOpen(const Object* object) const {
    return std::ranges::any_of(path_, [&](const Object* open) { return open == object; });
  }

  void Content(Value value) {
    if (const List* list = value.As<List>()) {
      Sequence(list->items());
    } else if (const Tuple* tuple = value.As<Tuple>()) {
      Sequence(tuple->items());
      if (tuple->items().size() == 1) {
        out_ += ',';
      }
    } else if (const Dict* dict = value.As<Dict>()) {
      Table(dict->table(), true);
    } else {
      Table(value.As<Set>()->table(), false);
    }
  }

  void Sequence(const std::vector<Value>& items) {
    for (size_t i = 0; i < items.size() && out_.size() <= most_; ++i) {
      out_ += i > 0 ? ", " : "";
      Write(items[i]);
    }
  }

  void Table(const HashTable& table, bool with_values) {
    bool is_first = true;
    for (const HashTable::Entry& entry : table.entries()) {
      if (!entry.key.is_set() || out_.size() > most_) {
        continue;
      }
      out_ += is_first ? "" : ", ";
      is_first = false;
      Write(entry.key);
      if (with_values) {
        out_ += ": ";
        Write(entry.value);
      }
    }
  }

  static std::string Opaque(Value value) {
    if (const Range* range = value.As<Range>()) {
      std::string text = "range(";
      if (range->start() != 0 || range->step() != 1) {
        text += std::to_string(range->start()) + ", ";
      }
      text += std::to_string(range->stop());
      return text + (range->step() != 1 ? ", " + std::to_string(range->step()) + ")" : ")");
    }
    if (const StringIterable* iterable = value.As<StringIterable>()) {
      return Quote(iterable->text().text()) + (iterable->by_codepoint() ? ".codepoint" : ".elem") +
             (iterable->as_numbers() ? "_ords()" : "s()");
    }
    if (const Function* function = value.As<Function>()) {
      return "<function " + std::string(function->name()) + ">";
    }
    if (const Builtin* builtin = value.As<Builtin>()) {
      if (builtin->receiver().is_set()) {
        return "<built-in method " + builtin->name() + " of " + std::string(TypeName(builtin->receiver())) +
               " value>";
      }
      return "<built-in function " + builtin->name() + ">";
    }
    if (const Module* module = value.As<Module>()) {
      return "<module " + Quote(module->name()) + ">";
    }
    return "struct(...)";
  }

  std::string out_;
  size_t most_;
  std::vector<const Object*> path_;
};

std::string Printf(const char* format, double real) {
  std::array<char, 512> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, real);
  return buffer.data();
}

}  // namespace

std::string Quote(std::string_view text) {
  std::string out = "\"";
  out.reserve(text.size() + 2);
  for (size_t i = 0; i < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    if (!point.valid) {
      AppendHex(out, "\\x%02x", static_cast<unsigned char>(text[i]));
    } else if (point.value == '"' || point.value == '\\') {
      out += '\\';
      out += text[i];
    } else if (IsPrintable(point.value)) {
      out += text.substr(i, point.length);
    } else {
      AppendEscaped(out, point.value);
    }
    i += point.length;
  }
  return out + '"';
}

std::string FormatFloat(double real, char conversion) {
  if (std::isnan(real)) {
    return "NaN";
  }
  if (std::isinf(real)) {
    return real > 0 ? "+Inf" : "-Inf";
  }
  const char format[] = {'%', conversion, '\0'};
  return Printf(format, real);
}

// The version of starlark-go that ytt has writes six digits: `1` for 1.0.
std::string FloatText(double real) {
  return FormatFloat(real, 'g');
}

std::string ShortestFloat(double real, bool upper_case) {
  if (!std::isfinite(real)) {
    return FormatFloat(real, 'g');
  }
  std::string text;
  for (int precision = 1; precision <= 17; ++precision) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*e", precision - 1, real);
    text = buffer.data();
    if (std::strtod(buffer.data(), nullptr) == real) {
      break;
    }
  }
  const int exponent = std::atoi(text.c_str() + text.find('e') + 1);
  // Go's strconv, %g: an exponent below 1e-4 and from 1e6 on.
  if (exponent >= -4 && exponent < 6) {
    const size_t digits = text.find('e') - (text[0] == '-' ? 1 : 0);
    const int decimals = static_cast<int>(digits > 1 ? digits - 2 : 0) - exponent;
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals > 0 ? decimals : 0, real);
    return buffer.data();
  }
  if (upper_case) {
    text[text.find('e')] = 'E';
  }
  return text;
}

std::string Repr(Value value) {
  Writer writer(kMaxBytes);
  writer.Write(value);
  return writer.Take();
}

std::string BriefRepr(Value value) {
  if (value.is_string() && value.text().size() > kMaxMessageSize) {
    return "\"" + std::string(value.text().substr(0, kMaxMessageSize));
  }
  Writer writer(kMaxMessageSize);
  writer.Write(value);
  return writer.Take();
}

std::string Str(Value value) {
  if (value.is_string()) {
    return std::string(value.text());
  }
  if (const HostValue* host = value.As<HostValue>()) {
    return host->Str();
  }
  return Repr(value);
}

}  // namespace kval::starlark
