#include "src/lang/kcl/syntax/parser.h"
#include "src/lang/kcl/syntax/string_text.h"

// Schemas, mixins, protocols and rules.
namespace kval::kcl {
namespace {

constexpr std::string_view kMixinSuffix = "Mixin";
constexpr std::string_view kProtocolSuffix = "Protocol";

}  // namespace

std::vector<Decorator> Parser::ParseDecorators() {
  std::vector<Decorator> decorators;
  while (At(TokenKind::kAt)) {
    Decorator decorator;
    const uint32_t begin = Take().span.begin;
    const Expr* expr = ParseExpr();
    decorator.callee = expr;
    if (const CallExpr* call = expr->As<CallExpr>()) {
      decorator.callee = call->callee;
      decorator.args = call->args;
    } else if (!failed_ && expr->kind != ExprKind::kName && expr->kind != ExprKind::kSelector) {
      Fail(expr->span, syntax_error::kExpected, "an identifier", file_.Text(expr->span));
    }
    decorator.span = SpanFrom(begin);
    decorators.push_back(decorator);
    if (failed_) {
      SkipToEndOfLine();
      failed_ = false;
    }
    SkipNewlines();
  }
  return decorators;
}

SchemaRef Parser::ParseSchemaRef() {
  SchemaRef ref;
  const uint32_t begin = Peek().span.begin;
  const std::vector<Name> names = ExpectDottedName();
  ref.names = Keep(names);
  ref.span = SpanFrom(begin);
  return ref;
}

const SchemaRef* Parser::ParseFor() {
  if (failed_ || !AcceptKeyword(Keyword::kFor)) {
    return nullptr;
  }
  return Keep(ParseSchemaRef());
}

std::vector<Parameter> Parser::ParseParameters(TokenKind end, TokenKind other_end) {
  std::vector<Parameter> params;
  const bool has_newline = end == TokenKind::kCloseBrace;
  if (has_newline) {
    SkipLayout();
  }
  while (!failed_ && !At(end) && !At(other_end)) {
    if (At(TokenKind::kNewline) || At(TokenKind::kEnd)) {
      FailExpected(std::string("`").append(Describe(end)).append("`"));
      break;
    }
    Parameter param;
    const uint32_t begin = Peek().span.begin;
    param.name = ExpectName();
    if (!failed_ && Accept(TokenKind::kColon)) {
      param.type = ParseType();
    }
    if (!failed_ && Accept(TokenKind::kAssign)) {
      param.default_value = ParseExpr();
    }
    param.span = SpanFrom(begin);
    params.push_back(param);
    Accept(TokenKind::kComma);
    if (has_newline && !failed_) {
      SkipLayout();
    }
  }
  return params;
}

// The colon and the line break behind it; a broken header is skipped. True when a block follows.
bool Parser::EndHeader() {
  if (!failed_) {
    Expect(TokenKind::kColon);
  }
  if (failed_) {
    SkipToBlock();
  }
  SkipNewlines();
  return At(TokenKind::kIndent);
}

const Stmt* Parser::ParseSchema(const std::vector<Decorator>& decorators) {
  const uint32_t begin = decorators.empty() ? Peek().span.begin : decorators[0].span.begin;
  const uint32_t header_begin = Peek().span.begin;
  SchemaStmt schema;
  schema.decorators = Keep(decorators);
  const Keyword keyword = Take().keyword;
  source::Span relaxed;
  if (At(TokenKind::kName) && context_.names.Text(Peek().symbol) == "relaxed" &&
      Peek(1).kind == TokenKind::kName) {
    relaxed = Take().span;
    schema.relaxed = true;
  }
  schema.name = ExpectName();
  const std::string_view name = context_.names.Text(schema.name.symbol);
  if (keyword == Keyword::kMixin || name.ends_with(kMixinSuffix)) {
    schema.schema_kind = SchemaKind::kMixin;
  }
  if (keyword == Keyword::kProtocol || (keyword != Keyword::kMixin && name.ends_with(kProtocolSuffix))) {
    schema.schema_kind = SchemaKind::kProtocol;
  }
  if (!failed_ && Accept(TokenKind::kOpenBracket)) {
    const std::vector<Parameter> params = ParseParameters(TokenKind::kCloseBracket, TokenKind::kCloseBracket);
    schema.params = Keep(params);
    Expect(TokenKind::kCloseBracket);
  }
  if (!failed_ && Accept(TokenKind::kOpenParen)) {
    schema.base = Keep(ParseSchemaRef());
    if (!failed_ && At(TokenKind::kComma)) {
      Fail(Peek().span, syntax_error::kSeveralBases);
    }
    Expect(TokenKind::kCloseParen);
  }
  schema.for_protocol = ParseFor();
  const bool has_body = EndHeader();
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
  schema.id = node.id;
  return Keep(schema);
}

// What the historic `schema relaxed` means: `[...str]: any`.
const IndexSignature* Parser::AnyOther(source::Span at) {
  IndexSignature signature;
  signature.span = at;
  signature.any_other = true;
  signature.is_inherited = true;
  TypeExpr key{TypeExprKind::kStr, at, context_.next_id++};
  signature.key_type = Keep(key);
  TypeExpr any{TypeExprKind::kAny, at, context_.next_id++};
  signature.value_type = Keep(any);
  return Keep(signature);
}

void Parser::ParseDoc(std::string_view& doc, source::Span& span) {
  const Token token = Take();
  span = token.span;
  for (const StringPiece& piece : DecodeString(file_, token, emitter_)) {
    if (piece.is_expr) {
      // Read for its syntax, as the release does, and never evaluated.
      ParsePiece(piece);
    } else if (doc.empty()) {
      doc = context_.arena.CopyText(piece.text);
    }
  }
  SkipNewlines();
}

void Parser::ParseSchemaBody(SchemaStmt& schema) {
  Take();
  while (At(TokenKind::kString) && Peek(1).kind == TokenKind::kNewline) {
    ParseDoc(schema.doc, schema.doc_span);
  }
  if (AtKeyword(Keyword::kMixin) && Peek(1).kind == TokenKind::kOpenBracket) {
    const std::vector<SchemaRef> mixins = ParseMixins();
    schema.mixins = Keep(mixins);
  }
  std::vector<const Stmt*> body;
  while (true) {
    SkipNewlines();
    CheckDedent();
    const bool at_check = AtKeyword(Keyword::kCheck) && Peek(1).kind == TokenKind::kColon &&
                          (Peek(2).kind == TokenKind::kNewline);
    if (At(TokenKind::kEnd) || (At(TokenKind::kDedent) && stray_indents_ == 0) || at_check) {
      break;
    }
    ParseSchemaItem(body, schema);
  }
  schema.body = Keep(body);
  if (AtKeyword(Keyword::kCheck)) {
    Take();
    Take();
    SkipNewlines();
    if (Expect(TokenKind::kIndent)) {
      const std::vector<CheckLine> checks = ParseCheckLines();
      schema.checks = Keep(checks);
    }
    failed_ = false;
    SkipNewlines();
    CheckDedent();
  }
  if (!At(TokenKind::kDedent) && !At(TokenKind::kEnd)) {
    FailExpected("`dedent`", schema.checks.empty() ? "" : "`check:` stands behind all attributes");
    // Statements behind the check block: not allowed, but read so that their names are known.
    failed_ = false;
    while (!At(TokenKind::kDedent) && !At(TokenKind::kEnd)) {
      ParseSchemaItem(body, schema);
      SkipNewlines();
    }
    schema.body = Keep(body);
  }
  EndBlock();
}

// The dedent behind a block. It is missing when a closing bracket inside of the block stands left of it.
void Parser::EndBlock() {
  if (!Accept(TokenKind::kDedent) && !stopped_) {
    emitter_.Report(Peek().span, syntax_error::kExpected, "`dedent`", Describe(Peek().kind))
        .Hint("indent closing brackets as the line that opens them")
        .Emit();
  }
}

void Parser::ParseSchemaItem(std::vector<const Stmt*>& body, SchemaStmt& schema) {
  if (At(TokenKind::kOpenBracket) && Peek(CloserOf(position_) - position_ + 1).kind == TokenKind::kColon) {
    const source::Span open = Peek().span;
    const IndexSignature* signature = ParseIndexSignature();
    if (schema.index_signature) {
      Fail(open, syntax_error::kSecondIndexSignature);
    } else {
      schema.index_signature = signature;
    }
  } else if (AtAttribute()) {
    if (const Stmt* stmt = ParseAttribute()) {
      body.push_back(stmt);
    }
  } else if (At(TokenKind::kName) && AtName()) {
    if (const Stmt* stmt = ParseExprOrAssign(true)) {
      body.push_back(stmt);
    }
  } else {
    if (AtKeyword(Keyword::kImport)) {
      emitter_.Report(Peek().span, syntax_error::kImportInSchema)
          .Hint("move it to the top of the file")
          .Emit();
    }
    if (const Stmt* stmt = ParseStmt()) {
      body.push_back(stmt);
    }
    return;
  }
  if (failed_) {
    SkipToEndOfLine();
    failed_ = false;
  }
  SkipNewlines();
}

// Attributes that no other statement looks like; `name: T` is told from a unification behind its type.
bool Parser::AtAttribute() const {
  if (At(TokenKind::kAt)) {
    return true;
  }
  const TokenKind next = Peek(1).kind;
  if (At(TokenKind::kString)) {
    return next == TokenKind::kColon || next == TokenKind::kQuestion;
  }
  if (!At(TokenKind::kName)) {
    return false;
  }
  if (next == TokenKind::kQuestion) {
    return Peek(2).kind == TokenKind::kColon;
  }
  return next == TokenKind::kName && Peek(2).kind == TokenKind::kColon &&
         context_.names.Text(Peek().symbol) == "final";
}

const Stmt* Parser::ParseAttribute() {
  const uint32_t begin = Peek().span.begin;
  AttributeStmt attribute;
  const std::vector<Decorator> decorators = ParseDecorators();
  attribute.decorators = Keep(decorators);
  if (At(TokenKind::kName) && Peek(1).kind == TokenKind::kName &&
      context_.names.Text(Peek().symbol) == "final") {
    Take();
    attribute.is_final = true;
  }
  if (At(TokenKind::kString)) {
    const Expr* expr = ParseString();
    if (const StringExpr* text = expr->As<StringExpr>()) {
      attribute.name = MakeName(context_.names.Intern(text->value), text->span);
    } else {
      Fail(expr->span, syntax_error::kExpected, "an identifier", file_.Text(expr->span));
    }
  } else if (At(TokenKind::kName)) {
    const bool is_optional = Peek(1).kind == TokenKind::kQuestion;
    attribute.name = TakeName(is_optional ? NameUse::kOptional : NameUse::kAttribute);
  } else {
    attribute.name = ExpectName();
  }
  attribute.optional = !failed_ && Accept(TokenKind::kQuestion);
  if (!failed_ && Expect(TokenKind::kColon)) {
    attribute.type = ParseType();
  }
  if (failed_ && !attribute.type) {
    return nullptr;
  }
  if (!failed_) {
    ParseDefault(attribute);
  }
  const AttributeStmt node = Node<AttributeStmt>(begin);
  attribute.kind = node.kind;
  attribute.span = node.span;
  attribute.id = node.id;
  return Keep(attribute);
}

void Parser::ParseDefault(AttributeStmt& attribute) {
  attribute.op_span = Peek().span;
  if (AtAugOp()) {
    attribute.has_aug_op = true;
    attribute.aug_op = TakeAugOp();
    attribute.value = ParseExpr();
  } else if (Accept(TokenKind::kAssign)) {
    attribute.value = ParseExpr();
  }
}

const IndexSignature* Parser::ParseIndexSignature() {
  IndexSignature signature;
  const uint32_t begin = Take().span.begin;
  if (At(TokenKind::kName) && Peek(1).kind == TokenKind::kColon) {
    signature.has_alias = true;
    signature.alias = TakeName();
    Take();
  }
  signature.any_other = Accept(TokenKind::kEllipsis);
  signature.key_type = ParseType();
  Expect(TokenKind::kCloseBracket);
  Expect(TokenKind::kColon);
  signature.value_type = ParseType();
  if (!failed_ && Accept(TokenKind::kAssign)) {
    signature.default_value = ParseExpr();
  }
  signature.span = SpanFrom(begin);
  return Keep(signature);
}

std::vector<SchemaRef> Parser::ParseMixins() {
  Take();
  Take();
  std::vector<SchemaRef> mixins;
  SkipLayout();
  while (!failed_ && !At(TokenKind::kCloseBracket) && !At(TokenKind::kEnd)) {
    mixins.push_back(ParseSchemaRef());
    Accept(TokenKind::kComma);
    SkipLayout();
  }
  Expect(TokenKind::kCloseBracket);
  if (failed_) {
    SkipToEndOfLine();
    failed_ = false;
  }
  SkipNewlines();
  return mixins;
}

// The lines of an indented block, with the dedent behind them.
std::vector<CheckLine> Parser::ParseCheckLines() {
  std::vector<CheckLine> checks;
  while (true) {
    SkipNewlines();
    CheckDedent();
    if (At(TokenKind::kEnd) || At(TokenKind::kDedent)) {
      break;
    }
    const size_t before = position_;
    CheckLine check;
    const uint32_t begin = Peek().span.begin;
    check.condition = ParseSimple();
    if (!failed_ && AcceptKeyword(Keyword::kIf)) {
      check.guard = ParseSimple();
    }
    // The colon is the separator of old programs.
    if (!failed_ && (Accept(TokenKind::kComma) || Accept(TokenKind::kColon))) {
      check.message = ParseExpr();
    }
    check.span = SpanFrom(begin);
    checks.push_back(check);
    if (failed_) {
      SkipToEndOfLine();
      failed_ = false;
    }
    if (position_ == before) {
      Take();
    }
  }
  EndBlock();
  return checks;
}

const Stmt* Parser::ParseRule(const std::vector<Decorator>& decorators) {
  const uint32_t begin = decorators.empty() ? Peek().span.begin : decorators[0].span.begin;
  const uint32_t header_begin = Take().span.begin;
  RuleStmt rule;
  rule.decorators = Keep(decorators);
  rule.name = ExpectName();
  if (!failed_ && Accept(TokenKind::kOpenBracket)) {
    const std::vector<Parameter> params = ParseParameters(TokenKind::kCloseBracket, TokenKind::kCloseBracket);
    rule.params = Keep(params);
    Expect(TokenKind::kCloseBracket);
  }
  if (!failed_ && Accept(TokenKind::kOpenParen)) {
    std::vector<SchemaRef> bases;
    while (!failed_ && !At(TokenKind::kCloseParen)) {
      bases.push_back(ParseSchemaRef());
      if (!Accept(TokenKind::kComma)) {
        break;
      }
    }
    rule.bases = Keep(bases);
    Expect(TokenKind::kCloseParen);
  }
  rule.for_protocol = ParseFor();
  const bool has_body = EndHeader();
  rule.header = SpanFrom(header_begin);
  if (has_body) {
    Take();
    while (At(TokenKind::kString) && Peek(1).kind == TokenKind::kNewline) {
      ParseDoc(rule.doc, rule.doc_span);
    }
    const std::vector<CheckLine> checks = ParseCheckLines();
    rule.checks = Keep(checks);
  }
  const RuleStmt node = Node<RuleStmt>(begin);
  rule.kind = node.kind;
  rule.span = node.span;
  rule.id = node.id;
  return Keep(rule);
}

}  // namespace kval::kcl
