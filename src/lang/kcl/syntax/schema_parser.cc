#include "src/lang/kcl/syntax/schema_parser.h"

#include <string_view>

#include "src/lang/kcl/syntax/assignment_parser.h"
#include "src/lang/kcl/syntax/attribute_parser.h"
#include "src/lang/kcl/syntax/check_parser.h"
#include "src/lang/kcl/syntax/header_parser.h"
#include "src/lang/kcl/syntax/parameter_parser.h"
#include "src/lang/kcl/syntax/schema_suffixes.h"
#include "src/lang/kcl/syntax/text_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"
#include "src/support/edit_distance.h"

namespace kval::kcl::syntax {
namespace {}  // namespace

const Stmt* SchemaParser::ParseSchema(const std::vector<Decorator>& decorators) {
  const uint32_t begin = decorators.empty() ? Peek().span.begin : decorators[0].span.begin;
  const uint32_t header_begin = Peek().span.begin;
  SchemaStmt schema;
  schema.decorators = Keep(decorators);
  const Keyword keyword = Take().keyword;
  source::Span relaxed;
  if (At(TokenKind::kName) && state_.context.names.Text(Peek().symbol) == "relaxed" &&
      Peek(1).kind == TokenKind::kName) {
    relaxed = Take().span;
    schema.relaxed = true;
  }
  schema.name = ExpectName();
  const std::string_view name = state_.context.names.Text(schema.name.symbol);
  if (keyword == Keyword::kMixin || name.ends_with(kMixinSuffix)) {
    schema.schema_kind = SchemaKind::kMixin;
  }
  if (keyword == Keyword::kProtocol || (keyword != Keyword::kMixin && name.ends_with(kProtocolSuffix))) {
    schema.schema_kind = SchemaKind::kProtocol;
  }
  if (!state_.failed && Accept(TokenKind::kOpenBracket)) {
    const std::vector<Parameter> params =
        parameters_.ParseParameters(TokenKind::kCloseBracket, TokenKind::kCloseBracket);
    schema.params = Keep(params);
    Expect(TokenKind::kCloseBracket);
  }
  if (!state_.failed && Accept(TokenKind::kOpenParen)) {
    schema.base = Keep(headers_.ParseSchemaRef());
    if (!state_.failed && At(TokenKind::kComma)) {
      Fail(Peek().span, syntax_error::kSeveralBases);
    }
    Expect(TokenKind::kCloseParen);
  }
  schema.for_protocol = headers_.ParseFor();
  const bool has_body = headers_.EndHeader();
  schema.header = SpanFrom(header_begin);
  if (has_body) {
    ParseSchemaBody(schema);
  }
  if (relaxed.has_value() && !schema.index_signature) {
    schema.index_signature = AnyOther(relaxed);
  }
  const SchemaStmt node = Node<SchemaStmt>(begin);
  schema.kind = node.kind;
  schema.span = node.span;
  return Keep(schema);
}

// Returns the equivalent of the historic `schema relaxed`: `[...str]: any`.
const IndexSignature* SchemaParser::AnyOther(source::Span at) {
  IndexSignature signature;
  signature.span = at;
  signature.any_other = true;
  signature.is_inherited = true;
  TypeExpr key{TypeExprKind::kStr, at, state_.context.next_id++};
  signature.key_type = Keep(key);
  TypeExpr any{TypeExprKind::kAny, at, state_.context.next_id++};
  signature.value_type = Keep(any);
  return Keep(signature);
}

void SchemaParser::ParseSchemaBody(SchemaStmt& schema) {
  Take();
  while (At(TokenKind::kString) && Peek(1).kind == TokenKind::kNewline) {
    strings_.ParseDoc(schema.doc, schema.doc_span);
  }
  if (AtKeyword(Keyword::kMixin) && Peek(1).kind == TokenKind::kOpenBracket) {
    const std::vector<SchemaRef> mixins = ParseMixins();
    schema.mixins = Keep(mixins);
  }
  std::vector<const Stmt*> body;
  while (true) {
    SkipNewlines();
    CheckDedent();
    const bool at_end = At(TokenKind::kEnd) || (At(TokenKind::kDedent) && state_.stray_indents == 0);
    if (at_end || AtCheck() || AtBrokenCheck()) {
      break;
    }
    ParseSchemaItem(body, schema);
  }
  schema.body = Keep(body);
  if (AtCheck() || AtBrokenCheck()) {
    TakeCheckHead();
    SkipNewlines();
    if (Expect(TokenKind::kIndent)) {
      const std::vector<CheckLine> checks = checks_.ParseCheckLines();
      schema.checks = Keep(checks);
    }
    state_.failed = false;
    SkipNewlines();
    CheckDedent();
  }
  if (!At(TokenKind::kDedent) && !At(TokenKind::kEnd)) {
    FailExpected("`dedent`", schema.checks.empty() ? "" : "`check:` comes after all attributes");
    // Statements behind the check block: not allowed, but read so that their names are known.
    state_.failed = false;
    while (!At(TokenKind::kDedent) && !At(TokenKind::kEnd)) {
      ParseSchemaItem(body, schema);
      SkipNewlines();
    }
    schema.body = Keep(body);
  }
  checks_.EndBlock();
}

bool SchemaParser::AtCheck() const {
  return AtKeyword(Keyword::kCheck) && Peek(1).kind == TokenKind::kColon &&
         Peek(2).kind == TokenKind::kNewline;
}

bool SchemaParser::AtBrokenCheck() const {
  if (!At(TokenKind::kName)) {
    return false;
  }
  const auto has_block = [this](size_t at) {
    return Peek(at).kind == TokenKind::kNewline && Peek(at + 1).kind == TokenKind::kIndent;
  };
  constexpr std::string_view kCheck = "check";
  return AtKeyword(Keyword::kCheck) ? has_block(1)
                                    : Peek(1).kind == TokenKind::kColon && has_block(2) &&
                                          EditDistance(state_.file.Text(Peek().span), kCheck, 2) < 2;
}

void SchemaParser::TakeCheckHead() {
  const bool is_word = AtKeyword(Keyword::kCheck);
  Take();
  if (Accept(TokenKind::kColon) && is_word) {
    return;
  }
  is_word ? FailExpected("`:`") : FailExpected("a type", "did you mean `check:`?");
  state_.failed = false;
}

void SchemaParser::ParseSchemaItem(std::vector<const Stmt*>& body, SchemaStmt& schema) {
  if (At(TokenKind::kOpenBracket) &&
      Peek(CloserOf(state_.position) - state_.position + 1).kind == TokenKind::kColon) {
    const source::Span open = Peek().span;
    const IndexSignature* signature = ParseIndexSignature();
    if (schema.index_signature) {
      Fail(open, syntax_error::kSecondIndexSignature);
    } else {
      schema.index_signature = signature;
    }
  } else if (attributes_.AtAttribute()) {
    if (const Stmt* stmt = attributes_.ParseAttribute()) {
      body.push_back(stmt);
    }
  } else if ((At(TokenKind::kName) && assignments_.AtName()) || At(TokenKind::kPlus) ||
             At(TokenKind::kMinus)) {
    if (const Stmt* stmt = assignments_.ParseExprOrAssign(true)) {
      body.push_back(stmt);
    }
  } else {
    if (AtKeyword(Keyword::kImport)) {
      state_.emitter.Report(Peek().span, syntax_error::kImportInSchema)
          .Hint("move it to the top of the file")
          .Emit();
    }
    if (const Stmt* stmt = grammar_.ParseStmt()) {
      body.push_back(stmt);
    }
    return;
  }
  if (state_.failed) {
    SkipToEndOfLine();
    state_.failed = false;
  }
  SkipNewlines();
}

const IndexSignature* SchemaParser::ParseIndexSignature() {
  IndexSignature signature;
  const uint32_t begin = Take().span.begin;
  if (At(TokenKind::kName) && Peek(1).kind == TokenKind::kColon) {
    signature.has_alias = true;
    signature.alias = TakeName();
    Take();
  }
  signature.any_other = Accept(TokenKind::kEllipsis);
  signature.key_type = types_.ParseType();
  Expect(TokenKind::kCloseBracket);
  Expect(TokenKind::kColon);
  signature.value_type = types_.ParseType();
  if (!state_.failed && Accept(TokenKind::kAssign)) {
    signature.default_value = grammar_.ParseExpr();
  }
  signature.span = SpanFrom(begin);
  return Keep(signature);
}

std::vector<SchemaRef> SchemaParser::ParseMixins() {
  Take();
  Take();
  std::vector<SchemaRef> mixins;
  SkipLayout();
  while (!state_.failed && !At(TokenKind::kCloseBracket) && !At(TokenKind::kEnd)) {
    mixins.push_back(headers_.ParseSchemaRef());
    Accept(TokenKind::kComma);
    SkipLayout();
  }
  Expect(TokenKind::kCloseBracket);
  if (state_.failed) {
    SkipToEndOfLine();
    state_.failed = false;
  }
  SkipNewlines();
  return mixins;
}

const Stmt* SchemaParser::ParseRule(const std::vector<Decorator>& decorators) {
  const uint32_t begin = decorators.empty() ? Peek().span.begin : decorators[0].span.begin;
  const uint32_t header_begin = Take().span.begin;
  RuleStmt rule;
  rule.decorators = Keep(decorators);
  rule.name = ExpectName();
  if (!state_.failed && Accept(TokenKind::kOpenBracket)) {
    const std::vector<Parameter> params =
        parameters_.ParseParameters(TokenKind::kCloseBracket, TokenKind::kCloseBracket);
    rule.params = Keep(params);
    Expect(TokenKind::kCloseBracket);
  }
  if (!state_.failed && Accept(TokenKind::kOpenParen)) {
    std::vector<SchemaRef> bases;
    while (!state_.failed && !At(TokenKind::kCloseParen)) {
      bases.push_back(headers_.ParseSchemaRef());
      if (!Accept(TokenKind::kComma)) {
        break;
      }
    }
    rule.bases = Keep(bases);
    Expect(TokenKind::kCloseParen);
  }
  rule.for_protocol = headers_.ParseFor();
  const bool has_body = headers_.EndHeader();
  rule.header = SpanFrom(header_begin);
  if (!has_body && !state_.failed) {
    FailExpected("a check in the rule's body");
  }
  if (has_body) {
    Take();
    while (At(TokenKind::kString) && Peek(1).kind == TokenKind::kNewline) {
      strings_.ParseDoc(rule.doc, rule.doc_span);
    }
    const std::vector<CheckLine> checks = checks_.ParseCheckLines();
    rule.checks = Keep(checks);
  }
  const RuleStmt node = Node<RuleStmt>(begin);
  rule.kind = node.kind;
  rule.span = node.span;
  return Keep(rule);
}

}  // namespace kval::kcl::syntax
