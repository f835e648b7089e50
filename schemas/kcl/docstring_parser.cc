#include "schemas/kcl/docstring_parser.h"

#include <vector>

namespace kval::schemas::kcl {
namespace {

struct Line {
  size_t indent = 0;
  std::string_view text;  // without leading and trailing spaces
};

std::vector<Line> LinesOf(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    const size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
      lines.push_back({});
    } else {
      lines.push_back({first, line.substr(first, line.find_last_not_of(" \t\r") + 1 - first)});
    }
  }
  return lines;
}

// A heading is a line with a line of dashes or equals signs under it.
bool IsHeading(const std::vector<Line>& lines, size_t i) {
  if (lines[i].text.empty() || i + 1 >= lines.size() || lines[i + 1].text.size() < 3) {
    return false;
  }
  return lines[i + 1].text.find_first_not_of("-=") == std::string_view::npos;
}

void Append(std::string& text, std::string_view more) {
  if (!text.empty() && !more.empty()) {
    text += ' ';
  }
  text += more;
}

// `name: str, required` or `name : str`; empty when the line is no such thing.
std::string_view AttributeName(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) {
    return {};
  }
  std::string_view name = line.substr(0, colon);
  name = name.substr(0, name.find_last_not_of(" \t?\"") + 1);
  if (name.starts_with('"')) {
    name.remove_prefix(1);
  }
  return name.find_first_of(" \t") == std::string_view::npos ? name : std::string_view();
}

}  // namespace

Docstring ParseDocstring(std::string_view text) {
  Docstring doc;
  const std::vector<Line> lines = LinesOf(text);
  std::string section;
  std::string* attribute = nullptr;
  size_t indent = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (IsHeading(lines, i)) {
      section = lines[i].text;
      attribute = nullptr;
      indent = lines[i].indent;
      ++i;
      continue;
    }
    if (section.empty()) {
      Append(doc.summary, lines[i].text);
    } else if (section == "Attributes" && !lines[i].text.empty()) {
      const std::string_view name = AttributeName(lines[i].text);
      if (!name.empty() && (attribute == nullptr || lines[i].indent <= indent)) {
        indent = lines[i].indent;
        attribute = &doc.attributes[std::string(name)];
      } else if (attribute != nullptr) {
        Append(*attribute, lines[i].text);
      }
    }
  }
  return doc;
}

}  // namespace kval::schemas::kcl
