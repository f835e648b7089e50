#include "src/templating/metas.h"

#include <algorithm>
#include <array>

#include "src/templating/annotation_names.h"

namespace kval::templating {
namespace {

constexpr std::array<std::string_view, 5> kNodeKeywords = {"if", "else", "elif", "for", "def"};
constexpr std::string_view kEnd = "/end";
bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

bool IsOfName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
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

Meta ReadMeta(source::Span comment, std::string_view text) {
  Meta meta;
  meta.span = comment;
  if (text.size() < 2 || (text[1] != '!' && text[1] != '@')) {
    meta.kind = MetaKind::kUnknown;
    return meta;
  }
  if (text[1] == '!') {
    return meta;
  }
  size_t name_end = 2;
  while (name_end < text.size() && !IsBlank(text[name_end])) {
    ++name_end;
  }
  size_t content = name_end < text.size() ? name_end + 1 : name_end;
  size_t end = text.size();
  while (end > content && IsBlank(text[end - 1])) {
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
    meta.kind = MetaKind::kBare;
    meta.name = span(2, 2);
    meta.content = span(2, std::max(end, name_end));
    return meta;
  }
  const bool is_code = name.empty() || name == kCodeAnnotation;
  meta.content = span(content, is_code ? std::max(content, WithoutBreak(text)) : end);
  meta.kind = name.empty()               ? MetaKind::kBare
              : name == kCodeAnnotation  ? MetaKind::kCode
              : name == kValueAnnotation ? MetaKind::kValue
                                         : MetaKind::kAnnotation;
  return meta;
}

NodeCode ReadNodeCode(std::string_view code) {
  size_t at = 0;
  while (at < code.size() && IsBlank(code[at])) {
    ++at;
  }
  for (const std::string_view keyword : kNodeKeywords) {
    const std::string_view line = code.substr(at);
    if (line.substr(0, keyword.size()) != keyword || line.substr(keyword.size(), kEnd.size()) != kEnd) {
      continue;
    }
    const std::string_view behind = line.substr(keyword.size() + kEnd.size());
    if (!behind.empty() && IsOfName(behind[0])) {
      return {};  // ytt's keyword would be a part of that name: no code
    }
    const auto keyword_at = static_cast<uint32_t>(at);
    const auto size = static_cast<uint32_t>(keyword.size());
    return {keyword_at, size, keyword_at + size + 1, keyword_at + size + static_cast<uint32_t>(kEnd.size())};
  }
  return {};
}

}  // namespace kval::templating
