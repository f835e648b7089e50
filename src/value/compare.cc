#include "src/value/compare.h"

#include <charconv>
#include <cmath>

#include "src/support/native_stack.h"
#include "src/support/utf8.h"

namespace kval::value {
namespace {

bool IsNumber(const Value& v) {
  return v.kind == Kind::kInt || v.kind == Kind::kFloat;
}

template <typename T>
int Order(T a, T b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

double AsDouble(const Value& v) {
  if (v.kind == Kind::kFloat) {
    return v.real;
  }
  return v.is_unsigned ? static_cast<double>(static_cast<uint64_t>(v.integer))
                       : static_cast<double>(v.integer);
}

std::optional<int> CompareNumbers(const Value& a, const Value& b) {
  if (a.kind == Kind::kInt && b.kind == Kind::kInt) {
    if (a.is_unsigned != b.is_unsigned) {
      return a.is_unsigned ? 1 : -1;
    }
    return a.is_unsigned ? Order(static_cast<uint64_t>(a.integer), static_cast<uint64_t>(b.integer))
                         : Order(a.integer, b.integer);
  }
  const double x = AsDouble(a);
  const double y = AsDouble(b);
  if (std::isnan(x) || std::isnan(y)) {
    return std::nullopt;
  }
  return Order(x, y);
}

std::optional<int> CompareAt(const Value& a, const Value& b) {
  NeedStack();
  if (IsNumber(a) && IsNumber(b)) {
    return CompareNumbers(a, b);
  }
  if (a.kind != b.kind) {
    return std::nullopt;
  }
  if (a.kind == Kind::kString) {
    return Order(a.raw, b.raw);
  }
  if (a.kind == Kind::kBool) {
    return Order(a.boolean, b.boolean);
  }
  if (a.kind != Kind::kSequence) {
    return std::nullopt;
  }
  for (size_t i = 0; i < a.items().size() && i < b.items().size(); ++i) {
    const std::optional<int> order = CompareAt(*a.items()[i], *b.items()[i]);
    if (!order || *order != 0) {
      return order;
    }
  }
  return Order(a.items().size(), b.items().size());
}

std::string FloatText(double real) {
  if (std::isnan(real)) {
    return "nan";
  }
  if (std::isinf(real)) {
    return real < 0 ? "-inf" : "+inf";
  }
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), real).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".en") == std::string::npos) {
    text += ".0";
  }
  return text;
}

void AppendQuoted(std::string_view text, size_t limit, std::string& out) {
  out += '"';
  for (size_t i = 0; i < text.size(); ++i) {
    if (out.size() > limit && (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      out += "…";
      break;
    }
    switch (text[i]) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        out += text[i];
    }
  }
  out += '"';
}

class BriefText {
 public:
  BriefText(size_t limit, LiteralSyntax spelling, std::string& out)
      : limit_(limit), spelling_(spelling), out_(out) {}

  void Append(const Value& value, int depth) {
    const bool is_code = spelling_ == LiteralSyntax::kCode;
    switch (value.kind) {
      case Kind::kNull:
        out_ += is_code ? "None" : "null";
        return;
      case Kind::kBool:
        out_ += value.boolean ? (is_code ? "True" : "true") : (is_code ? "False" : "false");
        return;
      case Kind::kInt:
      case Kind::kFloat:
        out_ += is_code ? PlainText(value) : utf8::Shorten(PlainText(value), limit_);
        return;
      case Kind::kString:
        AppendQuoted(value.raw, out_.size() + limit_, out_);
        return;
      case Kind::kSequence:
        return Items(value, depth);
      case Kind::kMapping:
        return Entries(value, depth);
    }
  }

 private:
  // Before each part of a collection. False: it is cut here.
  bool HasCapacity(size_t i, int depth) {
    out_ += i == 0 ? "" : ", ";
    const bool has_room = out_.size() <= limit_ && depth <= kDepthShown;
    out_ += has_room ? "" : "…";
    return has_room;
  }

  void Items(const Value& value, int depth) {
    out_ += '[';
    for (size_t i = 0; i < value.items().size() && HasCapacity(i, depth); ++i) {
      Append(*value.items()[i], depth + 1);
    }
    out_ += ']';
  }

  void Entries(const Value& value, int depth) {
    out_ += '{';
    for (size_t i = 0; i < value.entries().size() && HasCapacity(i, depth); ++i) {
      Append(*value.entries()[i].key, depth + 1);
      out_ += ": ";
      Append(*value.entries()[i].value, depth + 1);
    }
    out_ += '}';
  }

  static constexpr int kDepthShown = 8;

  size_t limit_;
  LiteralSyntax spelling_;
  std::string& out_;
};

}  // namespace

std::optional<int> Compare(const Value& a, const Value& b) {
  return CompareAt(a, b);
}

std::string KeyText(const Value& key) {
  if (key.kind == Kind::kString) {
    return std::string(key.raw);
  }
  return "\x01" + Abbreviate(key, 4096);
}

std::string Abbreviate(const Value& value, size_t limit, LiteralSyntax spelling) {
  std::string out;
  BriefText(limit, spelling, out).Append(value, 0);
  return out;
}

bool ExceedsDoubleRange(const Value& number) {
  return number.kind == Kind::kFloat && std::isinf(number.real) &&
         number.raw.find_first_of("0123456789") != std::string_view::npos;
}

std::string PlainText(const Value& scalar) {
  switch (scalar.kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBool:
      return scalar.boolean ? "true" : "false";
    case Kind::kInt:
      return scalar.is_unsigned ? std::to_string(static_cast<uint64_t>(scalar.integer))
                                : std::to_string(scalar.integer);
    case Kind::kFloat:
      return ExceedsDoubleRange(scalar) ? std::string(scalar.raw) : FloatText(scalar.real);
    case Kind::kString:
      return std::string(scalar.raw);
    case Kind::kSequence:
    case Kind::kMapping:
      return Abbreviate(scalar);
  }
  return {};
}

}  // namespace kval::value
