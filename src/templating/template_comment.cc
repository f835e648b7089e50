#include "src/templating/template_comment.h"

#include <algorithm>
#include <array>

#include "src/support/ascii.h"
#include "src/templating/annotation_names.h"

namespace kval::templating {
namespace {

constexpr std::array<std::string_view, 5> kNodeKeywords = {"if", "else", "elif", "for", "def"};
constexpr std::string_view kEnd = "/end";
bool IsSpaceOrTab(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

bool IsOfName(char c) {
  return IsAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

size_t WithoutBreak(std::string_view text) {
  return text.size() - (text.ends_with('\r') ? 1 : 0);
}

}  // namespace

bool IsStatement(std::string_view name) {
  constexpr std::array<std::string_view, 8> kStatements = {"def",  "end",   "if",  "elif",
                                                           "else", "else:", "for", "while"};
  return std::find(kStatements.begin(), kStatements.end(), name) != kStatements.end();
}

TemplateComment ParseTemplateComment(source::Span comment, std::string_view text) {
  TemplateComment meta;
  meta.span = comment;
  if (text.size() < 2 || (text[1] != '!' && text[1] != '@')) {
    meta.kind = TemplateCommentKind::kUnknown;
    return meta;
  }
  if (text[1] == '!') {
    return meta;
  }
  size_t name_end = 2;
  while (name_end < text.size() && !IsSpaceOrTab(text[name_end])) {
    ++name_end;
  }
  size_t content = name_end < text.size() ? name_end + 1 : name_end;
  size_t end = text.size();
  while (end > content && IsSpaceOrTab(text[end - 1])) {
    --end;
  }
  const auto span = [&comment](size_t from, size_t to) {
    return source::Span{comment.begin + static_cast<uint32_t>(from),
                        comment.begin + static_cast<uint32_t>(to)};
  };
  const std::string_view name = text.substr(2, name_end - 2);
  if (name == kCommentAnnotation) {
    return meta;
  }
  meta.name = span(2, name_end);
  if (IsStatement(name)) {
    meta.kind = TemplateCommentKind::kBare;
    meta.name = span(2, 2);
    meta.content = span(2, std::max(end, name_end));
    return meta;
  }
  const bool is_code = name.empty() || name == kCodeAnnotation;
  meta.content = span(content, is_code ? std::max(content, WithoutBreak(text)) : end);
  meta.kind = name.empty()               ? TemplateCommentKind::kBare
              : name == kCodeAnnotation  ? TemplateCommentKind::kCode
              : name == kValueAnnotation ? TemplateCommentKind::kValue
                                         : TemplateCommentKind::kAnnotation;
  return meta;
}

NodeStatement ParseNodeStatement(std::string_view code) {
  size_t at = 0;
  while (at < code.size() && IsSpaceOrTab(code[at])) {
    ++at;
  }
  for (const std::string_view keyword : kNodeKeywords) {
    const std::string_view line = code.substr(at);
    if (line.substr(0, keyword.size()) != keyword || line.substr(keyword.size(), kEnd.size()) != kEnd) {
      continue;
    }
    const std::string_view following = line.substr(keyword.size() + kEnd.size());
    if (!following.empty() && IsOfName(following[0])) {
      return {};  // ytt's keyword would be a part of that name: no code
    }
    const auto keyword_at = static_cast<uint32_t>(at);
    const auto size = static_cast<uint32_t>(keyword.size());
    return {keyword_at, size, keyword_at + size + 1, keyword_at + size + static_cast<uint32_t>(kEnd.size())};
  }
  return {};
}

}  // namespace kval::templating
