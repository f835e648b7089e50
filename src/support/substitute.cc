#include "src/support/substitute.h"

#include "src/support/check.h"
#include "src/support/utf8.h"

namespace kval {

std::string InOneLine(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '\n' || c == '\r') {
      out += c == '\n' ? "\\n" : "\\r";
    } else {
      out += c;
    }
  }
  return out;
}

std::string Substitute(std::string_view format, std::span<const SubstituteArg> args, size_t longest) {
  std::string out;
  out.reserve(format.size() + 32);
  size_t next = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '{' && i + 1 < format.size() && format[i + 1] == '}') {
      KVAL_CHECK(next < args.size());
      const bool is_name = i > 0 && format[i - 1] == '`' && format.substr(i + 2, 1) == "`";
      std::string_view text = args[next++].text();
      std::string shortened;
      if (text.size() > longest) {
        shortened = utf8::Shorten(text, longest);
        text = shortened;
      }
      if (is_name) {
        out += InOneLine(text);
      } else {
        out += text;
      }
      ++i;
    } else {
      out += format[i];
    }
  }
  KVAL_CHECK(next == args.size());
  return out;
}

}  // namespace kval
