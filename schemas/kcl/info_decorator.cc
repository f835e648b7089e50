#include "schemas/kcl/info_decorator.h"

#include <algorithm>

#include "schemas/kcl/source_formatting.h"

namespace kval::schemas::kcl {
namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kMargin = "    ";

Lines SplitLines(const std::string& text) {
  Lines lines;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

void AppendIndented(const Lines& from, std::string_view margin, Lines& to) {
  for (const std::string& line : from) {
    to.push_back(line.empty() ? line : std::string(margin) + line);
  }
}

void AppendInfo(const Lines& arguments, Lines& lines) {
  std::string info;
  for (const std::string& each : arguments) {
    info += (info.empty() ? "" : ", ") + each;
  }
  if (info.empty()) {
    return;
  }
  if (info.size() + kMargin.size() + 7 <= kLineWidth && info.find('\n') == std::string::npos) {
    lines.push_back("@info(" + info + ")");
    return;
  }
  lines.emplace_back("@info(");
  for (const std::string& each : arguments) {
    AppendIndented(SplitLines(each + ","), kMargin, lines);
  }
  lines.emplace_back(")");
}

}  // namespace kval::schemas::kcl
