#include "src/lang/kcl/format/format.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/collector.h"
#include "src/lang/kcl/format/comments.h"
#include "src/lang/kcl/format/statement_printer.h"
#include "src/lang/kcl/syntax/dump.h"
#include "src/lang/kcl/syntax/lexer.h"
#include "src/lang/kcl/syntax/parse.h"

namespace kval::kcl::format {
namespace {

// A parsed text with its comments.
struct ParsedText {
  AstContext context;
  FileAst ast;
  std::vector<Comment> comments;

  ParsedText(const source::SourceFile& file, diag::Emitter& emitter) : ast(Parse(context, file, emitter)) {
    if (!ast.has_errors) {
      comments = FindComments(file, context.names);
    }
  }
};

// The string in triple quotes before all statements, which is no statement.
source::Span FindDoc(const source::SourceFile& file, ParsedText& parsed) {
  diag::Collector collector;
  diag::Emitter ignored(&collector);
  TokenPieces pieces(file, file.span(), LexMode::kFile, parsed.context.names, ignored);
  std::vector<Token> tokens;
  const Stmts body = parsed.ast.body;
  pieces.Next(tokens);
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::kString) {
      const bool is_statement = !body.empty() && body[0]->span.begin == token.span.begin;
      return is_statement ? source::Span() : token.span;
    }
    if (token.kind != TokenKind::kNewline) {
      break;
    }
  }
  return {};
}

std::string PrintText(const source::SourceFile& file, ParsedText& parsed) {
  return StatementPrinter(file, parsed.comments).Print(parsed.ast, FindDoc(file, parsed));
}

// The meaning of a text and its comments, for comparisons.
std::string Describe(const ParsedText& parsed) {
  std::vector<std::string_view> texts;
  texts.reserve(parsed.comments.size());
  for (const Comment& comment : parsed.comments) {
    texts.push_back(comment.text);
  }
  std::sort(texts.begin(), texts.end());
  std::string description = Dump(parsed.ast, parsed.context.names);
  description.append(parsed.ast.doc);
  for (const std::string_view text : texts) {
    description.append("\n").append(text);
  }
  return description;
}

// KCL's rules move a few comments again when they are applied again.
constexpr int kMostRounds = 8;

}  // namespace

Formatted Format(const source::SourceFile& file, diag::Emitter& emitter) {
  ParsedText parsed(file, emitter);
  if (parsed.ast.has_errors) {
    return {Outcome::kSyntaxErrors, {}};
  }
  const std::string meaning = Describe(parsed);
  std::string text = PrintText(file, parsed);
  for (int round = 0; round < kMostRounds; ++round) {
    diag::Collector collector;
    diag::Emitter again_emitter(&collector);
    const source::SourceFile again(file.name(), text, file.base());
    ParsedText again_parsed(again, again_emitter);
    if (again_parsed.ast.has_errors || Describe(again_parsed) != meaning) {
      return {Outcome::kUnfaithful, {}};
    }
    std::string again_text = PrintText(again, again_parsed);
    if (again_text == text) {
      return {Outcome::kFormatted, std::move(text)};
    }
    text = std::move(again_text);
  }
  return {Outcome::kUnfaithful, {}};
}

}  // namespace kval::kcl::format
