#include "src/explain/format_table.h"

#include <string>

#include "src/explain/embedded_text.h"

namespace kval::explain {
namespace {

std::string_view TakeLine(std::string_view& rest) {
  const size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

}  // namespace

std::vector<FormatExample> FormatExamples(std::string_view format) {
  const std::string head = "[" + std::string(format) + "]";
  std::vector<FormatExample> strings;
  bool is_here = false;
  std::string_view paragraph;
  for (std::string_view rest = FormatTables().all()[0].text; !rest.empty();) {
    const std::string_view line = TakeLine(rest);
    if (line.starts_with('[')) {
      is_here = line == head;
    } else if (is_here && line.starts_with("# ")) {
      paragraph = line.substr(2);
    } else if (is_here && (line.starts_with('+') || line.starts_with('-'))) {
      strings.push_back({line[0] == '+', line.substr(1), paragraph});
    }
  }
  return strings;
}

}  // namespace kval::explain
