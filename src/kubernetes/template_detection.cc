#include "src/kubernetes/template_detection.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

#include "src/support/ascii.h"
#include "src/support/text_search.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

struct Marks {
  Text open, close;
};
constexpr Marks kMarks[] = {{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}};

// Whether a value starts after `before` in a line: `- `, `key: `, `[`.
bool BeginsValue(Text before) {
  const size_t last = before.find_last_not_of(' ');
  if (last == Text::npos) {
    return true;
  }
  const char c = before[last];
  const bool has_space = last + 1 < before.size();
  return c == '[' || c == ',' || c == '{' || (has_space && (c == ':' || c == '-' || c == '?'));
}

// Whether the text begins with a variable for sed or CMake: `@NAME@`.
bool BeginsWithVariable(Text rest) {
  const size_t end = rest.find('@', 1);
  return rest[0] == '@' && end != Text::npos && end > 1 &&
         std::all_of(rest.begin() + 1, rest.begin() + static_cast<ptrdiff_t>(end),
                     [](char c) { return c == '_' || IsAlnum(c); });
}

// Whether the text begins with a directive or comment of FreeMarker: `<#if …>`, `</#list>`, `<#-- … -->`.
bool BeginsWithDirective(Text rest) {
  const size_t name = rest.starts_with("<#") ? 2 : rest.starts_with("</#") ? 3 : Text::npos;
  return name < rest.size() && (IsAlnum(rest[name]) || rest.substr(name).starts_with("--"));
}

// Whether a template expression inside a quoted string contains the same quotes.
bool HasQuotes(Text rest, Text close, char quote) {
  const Text part = rest.substr(0, rest.find(close));
  return part.size() < rest.size() && part.find(quote) != Text::npos;
}

// A line outside of block scalars.
bool IsOfTemplate(Text line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const Text rest = line.substr(i);
    for (const Marks& marks : kMarks) {
      const bool is_open = rest.starts_with(marks.open);
      if (is_open && (quote == 0 ? BeginsValue(line.substr(0, i)) : HasQuotes(rest, marks.close, quote))) {
        return true;
      }
    }
    const char c = line[i];
    if (quote == 0 && (BeginsWithVariable(rest) || BeginsWithDirective(rest)) &&
        BeginsValue(line.substr(0, i))) {
      return true;
    }
    if (quote != 0) {
      i += quote == '"' && c == '\\' ? 1 : 0;
      quote = c == quote ? 0 : quote;
    } else if ((c == '"' || c == '\'') && BeginsValue(line.substr(0, i))) {
      quote = c;
    } else if (c == '#' && (i == 0 || line[i - 1] == ' ')) {
      return false;
    }
  }
  return false;
}

// `key: |`, `- >-2`: the text is in the lines that follow.
bool OpensBlock(Text line) {
  const size_t comment = line.find(" #");
  line = line.substr(0, comment);
  const size_t end = line.find_last_not_of(" \r");
  const size_t mark = end == Text::npos ? Text::npos : line.find_last_not_of("+-0123456789", end);
  return mark != Text::npos && mark > 0 && (line[mark] == '|' || line[mark] == '>') && line[mark - 1] == ' ';
}

// Whether a comment, which begins with `#`, is code or an annotation of ytt: `#@ load(…)`, `#@overlay/match`.
bool IsOfYtt(Text comment) {
  constexpr Text kNamespaces[] = {"data/", "library/", "overlay/", "schema/", "text/", "yaml/"};
  constexpr Text kStatements[] = {"def", "elif",   "else:", "end",    "for",  "for/end",
                                  "if",  "if/end", "load(", "return", "while"};
  const auto begins_with = [](Text text, const auto& words) {
    return std::any_of(std::begin(words), std::end(words), [&](Text word) {
      return text.starts_with(word) &&
             (!IsAlnum(word.back()) || text.size() == word.size() || !IsAlnum(text[word.size()]));
    });
  };
  if (!comment.starts_with("#@")) {
    return false;
  }
  const Text rest = comment.substr(2);
  const size_t begin = rest.find_first_not_of(' ');
  return begin != Text::npos &&
         (begin == 0 ? begins_with(rest, kNamespaces) : begins_with(rest.substr(begin), kStatements));
}

// `key: #@ value`, or a line that IsOfYtt.
bool HasCodeOfYtt(Text line) {
  const size_t comment = line.find('#');
  const bool is_value = comment != Text::npos && comment > 0 && line[comment - 1] == ' ' &&
                        line.substr(comment).starts_with("#@ ") && BeginsValue(line.substr(0, comment));
  const bool is_alone = line.find_first_not_of(' ') == comment;
  return comment != Text::npos && (is_alone ? IsOfYtt(line.substr(comment)) : is_value);
}

// Whether the condition holds for a line that is not in a block scalar.
template <typename Condition>
bool AnyLine(Text text, const Condition& condition) {
  std::optional<size_t> block;  // the indentation of the line that opened it
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const Text line = text.substr(0, end);
    text = end == Text::npos ? Text() : text.substr(end + 1);
    const size_t indent = line.find_first_not_of(' ');
    if (indent == Text::npos || line[indent] == '\r') {
      continue;
    }
    if (block && indent > *block) {
      continue;
    }
    if (condition(line)) {
      return true;
    }
    block = OpensBlock(line) ? std::optional(indent) : std::nullopt;
  }
  return false;
}

}  // namespace

bool IsTemplate(Text text) {
  return AnyLine(text, IsOfTemplate);
}

bool IsTemplateOfYtt(Text text) {
  return ContainsWord(text, "#@") && AnyLine(text, HasCodeOfYtt);
}

}  // namespace kval::kubernetes
