#include "src/support/substitute.h"

#include "src/support/check.h"

namespace kval {

std::string Substitute(std::string_view format, std::span<const SubstituteArg> args) {
  std::string out;
  out.reserve(format.size() + 32);
  size_t next = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '{' && i + 1 < format.size() && format[i + 1] == '}') {
      KVAL_CHECK(next < args.size());
      out += args[next++].text();
      ++i;
    } else {
      out += format[i];
    }
  }
  KVAL_CHECK(next == args.size());
  return out;
}

}  // namespace kval
