#include "src/lang/kcl/format/comments.h"

#include <algorithm>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/lexer.h"

namespace kval::kcl::format {
namespace {

bool HasText(TokenKind kind) {
  return kind != TokenKind::kNewline && kind != TokenKind::kIndent && kind != TokenKind::kDedent;
}

// Adds the comments of a text without tokens.
void AddComments(const source::SourceFile& file, source::Span gap, std::vector<Comment>& comments) {
  const std::string_view text = file.Text(gap);
  for (size_t at = text.find('#'); at != std::string_view::npos;) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view comment = text.substr(at, end - at);
    if (comment.ends_with('\r')) {
      comment.remove_suffix(1);
    }
    comments.push_back({comment, file.LineOf(gap.begin + static_cast<uint32_t>(at))});
    at = text.find('#', end);
  }
}

}  // namespace

std::vector<Comment> FindComments(const source::SourceFile& file, Interner& names) {
  std::vector<Comment> comments;
  diag::Collector collector;
  diag::Emitter ignored(&collector);
  TokenPieces pieces(file, file.span(), LexMode::kFile, names, ignored);
  std::vector<Token> tokens;
  uint32_t end = file.base();
  while (pieces.Next(tokens)) {
    for (const Token& token : tokens) {
      if (HasText(token.kind) && token.span.begin >= end && token.kind != TokenKind::kEnd) {
        AddComments(file, {end, token.span.begin}, comments);
        end = token.span.end;
      }
    }
  }
  AddComments(file, {end, file.span().end}, comments);
  return comments;
}

}  // namespace kval::kcl::format
