#include <algorithm>
#include <string>
#include <string_view>

#include "src/helm/functions/functions_of.h"

// Source: WrapCustom of github.com/Masterminds/goutils. Widths are in bytes.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

Value Wrapped(Call& call, std::string_view text, int64_t width, std::string_view line_break,
              bool breaks_words) {
  const auto length = static_cast<size_t>(std::max<int64_t>(width, 1));
  std::string out;
  size_t at = 0;
  while (text.size() - at > length) {
    if (!call.Step(1 + length / 16) || !call.Reserve(out.size() + text.size() + line_break.size())) {
      return {};
    }
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    size_t space = text.substr(at, length + 1).rfind(' ');
    if (space == std::string_view::npos && breaks_words) {
      out.append(text.substr(at, length)).append(line_break);
      at += length;
      continue;
    }
    if (space == std::string_view::npos) {
      space = text.substr(at + length).find(' ');
      if (space == std::string_view::npos) {
        break;
      }
      space += length;
    }
    out.append(text.substr(at, space)).append(line_break);
    at += space + 1;
  }
  out += text.substr(std::min(at, text.size()));
  return call.Text(out);
}

}  // namespace

Value Wrap(Call& call) {
  return Wrapped(call, call[1].text(), call[0].integer(), "\n", false);
}

Value WrapWith(Call& call) {
  const std::string_view line_break = call[1].text().empty() ? "\n" : call[1].text();
  return Wrapped(call, call[2].text(), call[0].integer(), line_break, true);
}

}  // namespace kval::helm::functions
