#include "src/kubernetes/document_separators.h"

#include <algorithm>
#include <string_view>

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

}  // namespace

void CheckDocumentSeparators(const source::SourceFile& file, diag::Emitter& emit) {
  const Text text = file.text();
  bool is_before_content = true;  // of a document, where a directive is possible
  for (size_t at = 0; at < text.size();) {
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
