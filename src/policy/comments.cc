#include "src/policy/comments.h"

#include <algorithm>
#include <string_view>

#include "src/support/limits.h"
#include "src/yaml/reader.h"

namespace kval::policy {
namespace {

using Text = std::string_view;

// Behind the quoted text that begins at `at`, as KCL, Starlark and TOML have it: three quotes go over lines,
// one ends at its line's end if it is not closed.
size_t SkipQuoted(Text text, size_t at) {
  const char quote = text[at];
  const bool is_long = at + 2 < text.size() && text[at + 1] == quote && text[at + 2] == quote;
  const size_t width = is_long ? 3 : 1;
  for (at += width; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '\n' && !is_long) {
      return at;
    } else if (text[at] == quote &&
               (!is_long || (at + 2 < text.size() && text[at + 1] == quote && text[at + 2] == quote))) {
      return at + width;
    }
  }
  return text.size();
}

// Adds the comments of code located at `base`.
void AddCommentsOfCode(Text text, uint32_t base, std::vector<source::Span>& comments) {
  for (size_t at = text.find_first_of("#\"'"); at < text.size(); at = text.find_first_of("#\"'", at)) {
    if (text[at] != '#') {
      at = SkipQuoted(text, at);
      continue;
    }
    const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    comments.push_back({base + static_cast<uint32_t>(at), base + static_cast<uint32_t>(end)});
    at = end;
  }
}

bool IsCode(Text name) {
  constexpr Text kEnds[] = {".k", ".star", ".toml", ".mod", ".lock"};
  return std::any_of(std::begin(kEnds), std::end(kEnds), [name](Text end) { return name.ends_with(end); });
}

}  // namespace

std::vector<source::Span> CommentsOf(const source::SourceFile& file) {
  std::vector<source::Span> comments;
  if (IsCode(file.name())) {
    AddCommentsOfCode(file.text(), file.base(), comments);
    return comments;
  }
  Limits limits;
  limits.file_size = file.text().size();
  for (const yaml::Comment& comment : yaml::NativeReader().Read(file, limits).comments) {
    comments.push_back(comment.span);
    const Text text = file.Text(comment.span);
    if (text.starts_with("#@")) {
      AddCommentsOfCode(text.substr(1), comment.span.begin + 1, comments);
    }
  }
  return comments;
}

}  // namespace kval::policy
