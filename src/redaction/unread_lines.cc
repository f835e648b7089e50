#include "src/redaction/unread_lines.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "src/yaml/reader.h"

namespace kval::redaction {

yaml::EventStream ReadWholeText(const source::SourceFile& file) {
  if (!file.Has('\0')) {
    return yaml::NativeReader().Read(file);
  }
  std::string text(file.text());
  std::replace(text.begin(), text.end(), '\0', '_');
  return yaml::NativeReader().Read(source::SourceFile(file.name(), text, file.base()));
}

std::vector<source::Span> UnreadLines(const yaml::EventStream& stream, const source::SourceFile& file) {
  std::vector<source::Span> runs;
  if (stream.errors.empty()) {
    return runs;
  }
  std::vector<bool> is_read(file.line_count() + 1);
  const auto mark = [&](source::Span span) {
    for (uint32_t line = file.LineOf(span.begin), last = file.LineOf(span.end); line <= last; ++line) {
      is_read[line] = true;
    }
  };
  for (const yaml::Event& event : stream.events) {
    if (event.span.size() > 0 && (event.is_scalar() || event.explicit_marker)) {
      mark(event.span);
    }
  }
  for (const yaml::Comment& comment : stream.comments) {
    mark(comment.span);
  }
  bool continues = false;
  for (uint32_t line = 1; line <= file.line_count(); ++line) {
    const source::Span span = file.LineSpan(line);
    const bool has_text = file.Text(span).find_first_not_of(" \t\r}],") != std::string_view::npos;
    if (has_text && !is_read[line] && continues) {
      runs.back().end = span.end;
    } else if (has_text && !is_read[line]) {
      runs.push_back(span);
    }
    continues = !is_read[line] && (continues || has_text);
  }
  return runs;
}

}  // namespace kval::redaction
