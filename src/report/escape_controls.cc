#include "src/report/escape_controls.h"

#include <cstdint>

#include "src/report/text.h"
#include "src/support/utf8.h"

namespace kval::report {
namespace {

void AppendUnit(uint32_t unit, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) {
    out += kDigits[(unit >> shift) & 15];
  }
}

bool IsPlain(char c) {
  return static_cast<unsigned char>(c) < 0x7F && c != '[';
}

}  // namespace

std::string EscapeControlsInJson(std::string_view json) {
  // Most output is ASCII without commands: a scan of eight bytes at a time.
  constexpr auto kNone = std::string_view::npos;
  if (json.find("##") == kNone && json.find('\x7F') == kNone && utf8::Count(json) == json.size()) {
    return std::string(json);
  }
  std::string out;
  out.reserve(json.size() + 1);
  for (size_t i = 0; i < json.size();) {
    const size_t begin = i;
    while (i < json.size() && IsPlain(json[i])) {
      ++i;
    }
    out += json.substr(begin, i - begin);
    if (i == json.size()) {
      break;
    }
    const utf8::CodePoint point = utf8::Decode(json, i);
    const bool opens = json[i] == '[' && (out.ends_with("##") || out.ends_with("##vso"));
    if (opens || (point.value > 0x7E && IsUnsafe(point.value))) {
      if (point.value >= 0x10000) {
        AppendUnit(0xD800 + ((point.value - 0x10000) >> 10), out);
        AppendUnit(0xDC00 + ((point.value - 0x10000) & 0x3FF), out);
      } else {
        AppendUnit(point.value, out);
      }
    } else {
      out += json.substr(i, point.length);
    }
    i += point.length;
  }
  return out;
}

}  // namespace kval::report
