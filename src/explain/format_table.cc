#include "src/explain/format_table.h"

#include <string>

#include "src/explain/embedded_text.h"
#include "src/support/take_part.h"

namespace kval::explain {
namespace {}  // namespace

std::vector<FormatExample> FormatExamples(std::string_view format) {
  const std::string head = "[" + std::string(format) + "]";
  std::vector<FormatExample> strings;
  bool is_here = false;
  std::string_view paragraph;
  for (std::string_view rest = FormatTables().all()[0].text; !rest.empty();) {
    const std::string_view line = TakePart(rest, '\n');
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
