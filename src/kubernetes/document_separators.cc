#include "src/kubernetes/document_separators.h"

#include <algorithm>
#include <string_view>

#include "src/support/text_search.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr Text kSpaces = " \t\r";
constexpr diag::Def<> kAfterSeparator{
    diag::Kind::kYamlSyntax,
    "kubectl accepts only a comment after `---`: start the document on the next line"};
constexpr diag::Def<> kDirective{diag::Kind::kYamlSyntax, "kubectl reads no directives"};

// Of a line that begins with `---`.
void CheckSeparator(const source::SourceFile& file, size_t at, Text line, diag::Emitter& emit) {
  const size_t begin = line.find_first_not_of(kSpaces, 3);
  const bool is_separator = line.size() > 3 && kSpaces.find(line[3]) != Text::npos;
  if (is_separator && begin != Text::npos && line[begin] != '#') {
    const auto place = static_cast<uint32_t>(file.base() + at + begin);
    const size_t end = line.find_last_not_of(kSpaces) + 1;
    emit.Report({place, static_cast<uint32_t>(place + end - begin)}, kAfterSeparator).Emit();
  }
}

// Finds the lines of a text that begin with a marker.
class MarkerLines {
 public:
  MarkerLines(Text text, Text marker) : text_(text), marker_(marker) {}

  // Returns the first such line at or after `from`, which never decreases, but not at the begin of the text.
  size_t Next(size_t from) {
    while (next_ != Text::npos && next_ < from) {
      const size_t found = FindWord(text_.substr(from - 1), marker_);
      next_ = found == Text::npos ? found : from + found;
    }
    return next_;
  }

 private:
  const Text text_, marker_;  // with the line break before it
  size_t next_ = 0;
};

}  // namespace

void CheckDocumentSeparators(const source::SourceFile& file, diag::Emitter& emit) {
  const Text text = file.text();
  MarkerLines separators(text, "\n---");
  MarkerLines ends(text, "\n...");
  bool is_before_content = true;  // of a document, where a directive is possible
  for (size_t at = 0; at < text.size();) {
    if (!is_before_content && at > 0) {
      at = std::min(separators.Next(at), ends.Next(at));
      if (at == Text::npos) {
        break;
      }
    }
    const size_t end = std::min(text.find('\n', at), text.size());
    const Text line = text.substr(at, end - at);
    if (line.starts_with("---")) {
      CheckSeparator(file, at, line, emit);
      is_before_content = true;
    } else if (line.starts_with("...")) {
      is_before_content = true;
    } else if (is_before_content && line.starts_with('%')) {
      const auto place = static_cast<uint32_t>(file.base() + at);
      const auto size = static_cast<uint32_t>(line.find_last_not_of(kSpaces) + 1);
      emit.Report({place, place + size}, kDirective).Hint("leave the line out").Emit();
    } else if (is_before_content) {
      const size_t first = line.find_first_not_of(kSpaces);
      is_before_content = first == Text::npos || line[first] == '#';
    }
    at = end + 1;
  }
}

}  // namespace kval::kubernetes
