#include "tests/seeded_errors/chart.h"

#include <cctype>
#include <sstream>

namespace kval::seeded_errors {
namespace {

size_t IndentOf(const std::string& text) {
  const size_t indent = text.find_first_not_of(' ');
  return indent == std::string::npos ? text.size() : indent;
}

bool IsSpaceOrComment(const std::string& text) {
  const size_t indent = IndentOf(text);
  return indent == text.size() || text[indent] == '#';
}

Line Parse(const std::string& text) {
  Line line;
  size_t at = IndentOf(text);
  line.indent = text.substr(0, at);
  if (text.compare(at, 2, "- ") == 0) {
    line.dash = "- ";
    at += 2;
  }
  size_t end = at;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                               std::string("_-./").find(text[end]) != std::string::npos)) {
    ++end;
  }
  const bool is_entry =
      end > at && end < text.size() && text[end] == ':' && (end + 1 == text.size() || text[end + 1] == ' ');
  if (is_entry) {
    line.key = text.substr(at, end - at);
    line.value = end + 2 <= text.size() ? text.substr(end + 2) : "";
  }
  return line;
}

bool StartsBlockScalar(const std::string& value) {
  return !value.empty() && (value[0] == '|' || value[0] == '>');
}

}  // namespace

Chart::Chart(const std::string& text) {
  std::istringstream stream(text);
  size_t block = std::string::npos;  // indentation of the current block scalar's key
  for (std::string one; std::getline(stream, one);) {
    strings_.push_back(one);
    const size_t indent = IndentOf(one);
    if (block != std::string::npos && indent > block) {
      lines_.push_back({});
      lines_.back().is_text = true;
      continue;
    }
    block = std::string::npos;
    if (IsSpaceOrComment(one)) {
      lines_.push_back({});
      lines_.back().is_text = true;
      continue;
    }
    lines_.push_back(Parse(one));
    if (StartsBlockScalar(lines_.back().value) || one.ends_with("- |")) {
      block = indent;
    }
  }
}

size_t Chart::Next(size_t index) const {
  do {
    ++index;
  } while (index < size() && IsSpaceOrComment(strings_[index]));
  return index;
}

bool Chart::HoldsMapping(size_t index) const {
  const size_t next = Next(index);
  return next < size() && !lines_[next].key.empty() && lines_[next].dash.empty() &&
         lines_[next].indent.size() > lines_[index].indent.size() + lines_[index].dash.size();
}

bool Chart::HasSibling(size_t index) const {
  const auto is_sibling = [&](size_t other) {
    return other < size() && !lines_[other].key.empty() && lines_[other].dash.empty() &&
           lines_[other].indent == lines_[index].indent;
  };
  size_t before = index;
  while (before > 0 && IsSpaceOrComment(strings_[before - 1])) {
    --before;
  }
  return (before > 0 && is_sibling(before - 1)) || is_sibling(Next(index));
}

std::string Edit::text() const {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

}  // namespace kval::seeded_errors
