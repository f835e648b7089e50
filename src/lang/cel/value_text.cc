#include "src/lang/cel/explanation.h"
#include "src/lang/cel/library/named_formats.h"
#include "src/lang/cel/network.h"
#include "src/lang/cel/number_text.h"
#include "src/lang/cel/quantity.h"
#include "src/lang/cel/semantic_version.h"
#include "src/lang/cel/time.h"
#include "src/lang/cel/url.h"
#include "src/support/native_stack.h"
#include "src/support/utf8.h"

namespace kval::cel {
namespace {

void Append(const Value& value, size_t most, std::string& out);

void AppendQuoted(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c == '\n' ? ' ' : c;
  }
  out += '"';
}

void AppendMap(const Map& map, size_t most, std::string& out) {
  out += '{';
  for (size_t i = 0; i < map.size() && out.size() < most; ++i) {
    out += i == 0 ? "" : ", ";
    Append(map.KeyAt(i), most, out);
    out += ": ";
    Append(map.ValueAt(i), most, out);
  }
  out += '}';
}

void AppendList(const List& list, size_t most, std::string& out) {
  out += '[';
  for (size_t i = 0; i < list.size() && out.size() < most; ++i) {
    out += i == 0 ? "" : ", ";
    Append(list.At(i), most, out);
  }
  out += ']';
}

void Append(const Value& value, size_t most, std::string& out) {
  NeedStack();
  switch (value.kind()) {
    case ValueKind::kError:
      out += value.error().message;
      return;
    case ValueKind::kNull:
      out += "null";
      return;
    case ValueKind::kBool:
      out += value.boolean() ? "true" : "false";
      return;
    case ValueKind::kInt:
      out += std::to_string(value.integer());
      return;
    case ValueKind::kUint:
      out += std::to_string(value.natural()) + "u";
      return;
    case ValueKind::kDouble:
      out += GoDoubleText(value.real());
      return;
    case ValueKind::kString:
      return AppendQuoted(value.text().substr(0, most + 1), out);
    case ValueKind::kBytes:
      out += 'b';
      return AppendQuoted(value.text().substr(0, most + 1), out);
    case ValueKind::kTimestamp:
      out += TimestampText(value.time());
      return;
    case ValueKind::kDuration:
      out += DurationText(value.nanoseconds());
      return;
    case ValueKind::kList:
      return AppendList(value.list(), most, out);
    case ValueKind::kMap:
      return AppendMap(value.map(), most, out);
    case ValueKind::kOptional:
      if (value.held() == nullptr) {
        out += "optional.none()";
        return;
      }
      return Append(*value.held(), most, out);
    case ValueKind::kType:
      out += value.type().name;
      return;
    case ValueKind::kQuantity:
      out += value.quantity().Text();
      return;
    case ValueKind::kIp:
      out += value.ip().Text();
      return;
    case ValueKind::kCidr:
      out += value.cidr().Text();
      return;
    case ValueKind::kUrl:
      out += value.url().text;
      return;
    case ValueKind::kSemver:
      out += value.semver().Text();
      return;
    case ValueKind::kFormat:
      out += value.format().function;
      return;
  }
}

}  // namespace

std::string ValueText(const Value& value, size_t most) {
  std::string text;
  Append(value, most, text);
  return utf8::Shorten(text, most);
}

}  // namespace kval::cel
