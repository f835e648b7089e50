#include "schemas/kcl/docstring_writer.h"

#include "schemas/kcl/docstring_parser.h"
#include "schemas/kcl/source_formatting.h"
#include "src/report/text.h"

namespace kval::schemas::kcl {
namespace {

constexpr size_t kIndent = 4;

// Breaks the text into lines at spaces.
void Wrap(std::string_view text, const std::string& margin, std::vector<std::string>& lines) {
  const size_t width = kLineWidth - kIndent - margin.size();
  while (text.size() > width) {
    size_t end = text.rfind(' ', width);
    end = end == std::string_view::npos || end == 0 ? text.find(' ') : end;
    if (end == std::string_view::npos) {
      break;
    }
    lines.push_back(margin + std::string(text.substr(0, end)));
    text.remove_prefix(end + 1);
  }
  lines.push_back(margin + std::string(text));
}

std::string TextOf(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

std::vector<std::string> Body(std::string_view summary, const std::vector<AttributeDoc>& attributes) {
  std::vector<std::string> lines;
  if (!summary.empty()) {
    Wrap(summary, "", lines);
  }
  if (attributes.empty()) {
    return lines;
  }
  if (!lines.empty()) {
    lines.emplace_back();
  }
  lines.emplace_back("Attributes");
  lines.emplace_back("----------");
  for (const AttributeDoc& attribute : attributes) {
    lines.push_back(attribute.head);
    Wrap(attribute.text, std::string(kIndent, ' '), lines);
  }
  return lines;
}

}  // namespace

bool FitsDocstring(std::string_view text) {
  const bool is_plain = text.find('\\') == std::string_view::npos && report::Escape(text) == text;
  if (!is_plain || text.empty() || text.find("\"\"\"") != std::string_view::npos || text.ends_with('"') ||
      text.find("${") != std::string_view::npos || text.find("  ") != std::string_view::npos) {
    return false;
  }
  const Docstring read = ParseDocstring(TextOf(Body(text, {{"a", "a: str", std::string(text)}})));
  const auto found = read.attributes.find("a");
  return read.summary == text && found != read.attributes.end() && found->second == text;
}

std::vector<std::string> WriteDocstring(std::string_view summary,
                                        const std::vector<AttributeDoc>& attributes) {
  std::vector<std::string> lines = Body(summary, attributes);
  if (lines.empty()) {
    return lines;
  }
  if (lines.size() == 1) {
    return {"\"\"\"" + lines[0] + "\"\"\""};
  }
  lines.insert(lines.begin(), "\"\"\"");
  lines.emplace_back("\"\"\"");
  return lines;
}

}  // namespace kval::schemas::kcl
