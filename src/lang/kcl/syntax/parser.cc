#include "src/lang/kcl/syntax/parser.h"

#include <string>
#include <string_view>

#include "src/lang/kcl/syntax/lexer.h"
#include "src/lang/kcl/syntax/parse.h"
#include "src/lang/kcl/syntax/string_text.h"
#include "src/support/utf8.h"

namespace kval::kcl {
namespace syntax {

StringPart Parser::ParsePiece(const StringPiece& piece) {
  const DepthGuard guard(state_.depth);
  Parser inner(state_.context, state_.file,
               Lex(state_.file, piece.span, LexMode::kInterpolation, state_.context.names, state_.emitter),
               nullptr, state_.emitter, state_.depth);
  return inner.ParseInterpolation(piece.span);
}

}  // namespace syntax

namespace {

// Reports the first byte that is not UTF-8; the rest of the file is still parsed.
void CheckEncoding(const source::SourceFile& file, diag::Emitter& emitter) {
  const size_t at = utf8::FirstInvalid(file.text());
  if (at == file.text().size()) {
    return;
  }
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const uint8_t byte = static_cast<uint8_t>(file.text()[at]);
  const uint32_t begin = file.base() + static_cast<uint32_t>(at);
  std::string text = "the byte 0x";
  text.append({kDigits[byte >> 4], kDigits[byte & 15]}).append(" is not valid UTF-8 here");
  emitter.ReportText({begin, begin + 1}, diag::Kind::kInvalidUtf8, std::move(text))
      .Hint("save the file as UTF-8")
      .Emit();
}

}  // namespace

FileAst Parse(AstContext& context, const source::SourceFile& file, diag::Emitter& emitter) {
  const size_t errors = emitter.error_count();
  CheckEncoding(file, emitter);
  TokenPieces pieces(file, file.span(), LexMode::kFile, context.names, emitter);
  std::vector<Token> tokens;
  pieces.Next(tokens);
  FileAst result = syntax::Parser(context, file, std::move(tokens), &pieces, emitter, 0).ParseFile();
  result.has_errors = emitter.error_count() > errors;
  return result;
}

}  // namespace kval::kcl
