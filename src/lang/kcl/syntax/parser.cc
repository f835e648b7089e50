#include "src/lang/kcl/syntax/parser.h"

#include <string>

#include "src/lang/kcl/syntax/brackets.h"
#include "src/lang/kcl/syntax/lexer.h"
#include "src/lang/kcl/syntax/parse.h"
#include "src/lang/kcl/syntax/string_text.h"
#include "src/support/native_stack.h"
#include "src/support/utf8.h"

namespace kval::kcl {
namespace {

// Enough for any program that people write; each level costs some kilobytes of stack here and in the
// evaluator.
constexpr int kMaxDepth = 400;
// The same for trees that are deep without being nested, such as a sum of many terms.
constexpr int kMaxHeight = 1000;

}  // namespace

const Token& Parser::Take() {
  const Token& token = Peek();
  if (token.kind != TokenKind::kEnd) {
    ++position_;
  }
  if (token.kind != TokenKind::kNewline && token.kind != TokenKind::kIndent &&
      token.kind != TokenKind::kDedent) {
    last_end_ = token.span.end;
  }
  return token;
}

bool Parser::Accept(TokenKind kind) {
  if (!At(kind)) {
    return false;
  }
  Take();
  return true;
}

bool Parser::AcceptKeyword(Keyword keyword) {
  if (!AtKeyword(keyword)) {
    return false;
  }
  Take();
  return true;
}

bool Parser::Expect(TokenKind kind) {
  if (Accept(kind)) {
    return true;
  }
  FailExpected(std::string("`").append(Describe(kind)).append("`"));
  return false;
}

bool Parser::ExpectKeyword(Keyword keyword, std::string_view word) {
  if (AcceptKeyword(keyword)) {
    return true;
  }
  FailExpected(std::string("`").append(word).append("`"));
  return false;
}

void Parser::FailExpected(std::string_view what, std::string hint) {
  const Token& token = Peek();
  const bool has_text = token.span.size() > 0 && token.kind != TokenKind::kNewline;
  if (!failed_ && !stopped_) {
    emitter_
        .Report(token.span, syntax_error::kExpected, what,
                has_text ? file_.Text(token.span) : Describe(token.kind))
        .Hint(token.kind == TokenKind::kQuestion ? "write `a if condition else b`" : hint)
        .Emit();
  }
  failed_ = true;
}

void Parser::FailLoopVariable() {
  constexpr std::string_view kRule = "CompileError: loop variables can only be ordinary identifiers";
  if (At(TokenKind::kDot)) {
    emitter_.ReportText(Peek().span, diag::Kind::kKclCompile, std::string(kRule)).Emit();
    while (Accept(TokenKind::kDot) && At(TokenKind::kName)) {
      Take();
    }
    return;
  }
  const source::Span at = Peek().span;
  emitter_.Report(at, syntax_error::kExpected, "`in`", at.size() > 0 ? file_.Text(at) : Describe(Peek().kind))
      .Note(std::string(kRule))
      .Emit();
  failed_ = true;
}

void Parser::SkipNewlines() {
  while (At(TokenKind::kNewline)) {
    Take();
  }
}

// Inside brackets line breaks and indentation mean nothing.
void Parser::SkipLayout() {
  while (At(TokenKind::kNewline) || At(TokenKind::kIndent) || At(TokenKind::kDedent)) {
    Take();
  }
}

size_t Parser::CloserOf(size_t open) const {
  size_t depth = 0;
  for (size_t i = open; i < tokens_.size(); ++i) {
    if (IsOpeningBracket(tokens_[i].kind)) {
      ++depth;
    } else if (IsClosingBracket(tokens_[i].kind) && --depth == 0) {
      return i;
    }
  }
  return tokens_.size() - 1;
}

// Up to the line break that ends the statement; brackets are passed as a whole.
void Parser::SkipToEndOfLine() {
  size_t open = 0;
  while (!At(TokenKind::kEnd)) {
    const TokenKind kind = Peek().kind;
    if (open == 0 && (kind == TokenKind::kNewline || kind == TokenKind::kDedent)) {
      break;
    }
    if (IsOpeningBracket(kind)) {
      ++open;
    } else if (IsClosingBracket(kind)) {
      if (open == 0 && lambda_depth_ > 0) {
        break;
      }
      open -= open > 0 ? 1 : 0;
    }
    Take();
  }
}

// Up to the comma, line break or bracket that ends the item of a list, config or argument list.
void Parser::SkipToItemEnd() {
  size_t open = 0;
  while (!At(TokenKind::kEnd)) {
    const TokenKind kind = Peek().kind;
    if (open == 0 && (kind == TokenKind::kNewline || kind == TokenKind::kComma || IsClosingBracket(kind))) {
      return;
    }
    open = IsOpeningBracket(kind) ? open + 1 : IsClosingBracket(kind) ? open - 1 : open;
    Take();
  }
}

bool Parser::AtItemsEnd(TokenKind close, size_t open, bool& has_newline) {
  if (At(TokenKind::kNewline) && !has_newline) {
    // The closing bracket of a list or config may stand on a line of its own in any case.
    size_t ahead = 1;
    while (Peek(ahead).kind == TokenKind::kIndent || Peek(ahead).kind == TokenKind::kDedent) {
      ++ahead;
    }
    if (Peek(ahead).kind == close && close != TokenKind::kCloseParen) {
      SkipLayout();
      return true;
    }
    FailExpected(std::string("`").append(Describe(close)).append("`"));
    if (tokens_[CloserOf(open)].kind == TokenKind::kEnd) {
      return true;
    }
    failed_ = false;
    loose_break_ = true;
    has_newline = true;
    SkipLayout();
  }
  return At(close) || At(TokenKind::kEnd) || AtKeyword(Keyword::kFor);
}

void Parser::FinishItem(bool has_newline) {
  if (failed_) {
    SkipToItemEnd();
    failed_ = false;
  }
  Accept(TokenKind::kComma);
  if (has_newline) {
    SkipLayout();
  }
}

// After a broken header: to the block that it opens, so that the block is read as usual.
void Parser::SkipToBlock() {
  SkipToEndOfLine();
  failed_ = false;
}

Name Parser::TakeName(NameUse use) {
  const Token& token = Peek();
  if (!MayBeName(token.keyword, use)) {
    const std::string_view word = file_.Text(token.span);
    emitter_.Report(token.span, syntax_error::kKeywordName, word)
        .Hint(std::string("write `$").append(word).append("` for the name"))
        .Emit();
  }
  return TakeName();
}

Name Parser::ExpectName() {
  if (!At(TokenKind::kName)) {
    FailExpected("an identifier");
    return MakeName(context_.names.Intern(""), {Peek().span.begin, Peek().span.begin});
  }
  return TakeName();
}

std::vector<Name> Parser::ExpectDottedName() {
  std::vector<Name> names = {ExpectName()};
  while (!failed_ && Accept(TokenKind::kDot)) {
    names.push_back(ExpectName());
  }
  return names;
}

const Expr* Parser::Invalid() {
  InvalidExpr expr = Node<InvalidExpr>(Peek().span.begin);
  return Keep(expr);
}

bool Parser::TooDeep() {
  if (depth_ < kMaxDepth && HasStack()) {
    return false;
  }
  Stop();
  return true;
}

bool Parser::TooLong() {
  if (++height_ < kMaxHeight) {
    return false;
  }
  Stop();
  return true;
}

void Parser::Stop() {
  Fail(Peek().span, syntax_error::kTooDeep);
  // Nothing behind this place can be understood.
  position_ = tokens_.size() - 1;
  stopped_ = true;
}

FileAst Parser::ParseFile() {
  FileAst result;
  result.file = &file_;
  const size_t errors = emitter_.error_count();
  SkipNewlines();
  source::Span doc_span;
  if (At(TokenKind::kString) && Peek().triple) {
    ParseDoc(result.doc, doc_span);
  }
  std::vector<const Stmt*> body;
  while (!At(TokenKind::kEnd)) {
    if (const Stmt* stmt = ParseStmt()) {
      body.push_back(stmt);
    }
  }
  result.body = Keep(body);
  result.has_errors = emitter_.error_count() > errors;
  return result;
}

StringPart Parser::ParseInterpolation(source::Span span) {
  StringPart part;
  part.span = span;
  if (At(TokenKind::kEnd)) {
    Fail({span.begin, span.end}, syntax_error::kBadInterpolation, "");
    part.expr = Invalid();
    return part;
  }
  part.expr = ParseExpr();
  if (Accept(TokenKind::kColon)) {
    if (At(TokenKind::kComment)) {
      part.spec = context_.arena.CopyText(file_.Text(Take().span));
    } else {
      Fail(Peek().span, syntax_error::kBadFormatSpec);
    }
  }
  while (!part.spec.empty() && (part.spec.back() == ' ' || part.spec.back() == '\r')) {
    part.spec.remove_suffix(1);
  }
  if (!At(TokenKind::kEnd)) {
    Fail(span, syntax_error::kBadInterpolation, file_.Text(span));
  }
  return part;
}

StringPart Parser::ParsePiece(const StringPiece& piece) {
  const DepthGuard guard(depth_);
  Parser inner(context_, file_, Lex(file_, piece.span, LexMode::kInterpolation, context_.names, emitter_),
               emitter_, depth_);
  return inner.ParseInterpolation(piece.span);
}

const Expr* Parser::ParseString() {
  const Token token = Take();
  const std::vector<StringPiece> pieces = DecodeString(file_, token, emitter_);
  bool has_expr = false;
  for (const StringPiece& piece : pieces) {
    has_expr = has_expr || piece.is_expr;
  }
  if (!has_expr) {
    StringExpr expr = Node<StringExpr>(token.span.begin);
    expr.value = pieces.empty() ? std::string_view() : context_.arena.CopyText(pieces[0].text);
    return Keep(expr);
  }
  std::vector<StringPart> parts;
  for (const StringPiece& piece : pieces) {
    if (piece.is_expr) {
      parts.push_back(ParsePiece(piece));
    } else {
      StringPart part;
      part.span = piece.span;
      part.text = context_.arena.CopyText(piece.text);
      parts.push_back(part);
    }
  }
  InterpolatedExpr expr = Node<InterpolatedExpr>(token.span.begin);
  expr.parts = Keep(parts);
  return Keep(expr);
}

namespace {

// The first byte that is no UTF-8: what lies behind it is read all the same.
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
  std::vector<Token> tokens = Lex(file, file.span(), LexMode::kFile, context.names, emitter);
  FileAst result = Parser(context, file, std::move(tokens), emitter, 0).ParseFile();
  result.has_errors = emitter.error_count() > errors;
  return result;
}

}  // namespace kval::kcl
