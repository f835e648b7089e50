#include "src/lang/gotemplate/parser.h"

#include <string>
#include <utility>

#include "src/lang/gotemplate/quote.h"

// Bodies, actions and definitions of Go's text/template/parse.
namespace kval::gotemplate {

Parser::Parser(std::string_view name, std::string_view text, uint32_t start, const FunctionTable& functions,
               SyntaxTree* tree)
    : name_(name),
      text_(text),
      start_(start),
      tree_(tree),
      tokens_(name, start,
              Lexer(text, functions.Find("break") == nullptr, functions.Find("continue") == nullptr)),
      expressions_(tokens_, functions, tree->arena) {}

std::optional<ParseError> Parser::Parse() {
  ParseText();
  return tokens_.error();
}

void Parser::UnexpectedNode(const Node& node, std::string_view context) {
  tokens_.Fail("unexpected " + NodeText(node) + std::string(context));
}

void Parser::ParseText() {
  Body body;
  while (!tokens_.failed() && tokens_.Peek().kind != TokenKind::kEnd) {
    if (tokens_.Peek().kind == TokenKind::kLeftDelimiter) {
      const Token delimiter = tokens_.Next();
      if (tokens_.NextNonSpace().kind == TokenKind::kDefine) {
        Definition();
        continue;
      }
      tokens_.BackUp(delimiter);
    }
    const Node* node = TextOrAction();
    if (tokens_.failed()) {
      return;
    }
    if (node->kind == NodeKind::kEnd || node->kind == NodeKind::kElse) {
      UnexpectedNode(*node, "");
    } else {
      body.push_back(node);
    }
  }
  AddTemplate(name_, body);
}

Parser::Scope Parser::EnterScope() {
  Scope outer = {std::exchange(expressions_.variables(), {"$"}), tokens_.action(),
                 std::exchange(range_depth_, 0)};
  tokens_.set_action(std::nullopt);
  return outer;
}

void Parser::LeaveScope(const Scope& scope) {
  expressions_.variables() = scope.variables;
  tokens_.set_action(scope.action);
  range_depth_ = scope.range_depth;
}

void Parser::Definition() {
  constexpr std::string_view kContext = "define clause";
  const Scope outer = EnterScope();
  const Token name = tokens_.NextNonSpace();
  const std::string_view defined = TemplateName(name, kContext);
  if (!tokens_.failed()) {
    tokens_.Expect(TokenKind::kRightDelimiter, kContext);
  }
  Body body;
  const Node* end = ParseBody(name.pos, &body);
  if (tokens_.failed()) {
    return;
  }
  if (end->kind != NodeKind::kEnd) {
    UnexpectedNode(*end, " in define clause");
  }
  AddTemplate(defined, body);
  LeaveScope(outer);
}

void Parser::AddTemplate(std::string_view name, const Body& body) {
  if (tokens_.failed()) {
    return;
  }
  auto* made = tree_->arena.New<Template>();
  *made = {name, name_, text_, start_, Copy(body)};
  const auto [found, is_new] = tree_->templates.emplace(name, made);
  if (is_new) {
    return;
  }
  if (IsEmptyBody(found->second->body)) {
    found->second = made;
  } else if (!IsEmptyBody(made->body)) {
    tokens_.Fail("template: multiple definition of template " + Quote(name));
  }
}

const Node* Parser::ParseBody(uint32_t begin, Body* body) {
  while (!tokens_.failed() && tokens_.PeekNonSpace().kind != TokenKind::kEnd) {
    const Node* node = TextOrAction();
    if (tokens_.failed()) {
      return nullptr;
    }
    if (node->kind == NodeKind::kEnd || node->kind == NodeKind::kElse) {
      return node;
    }
    body->push_back(node);
  }
  const size_t end = text_.find("}}", begin);
  tokens_.FailUnclosed(begin, static_cast<uint32_t>(end == std::string_view::npos ? text_.size() : end));
  return nullptr;
}

const Node* Parser::TextOrAction() {
  if (!tokens_.RequireStack()) {
    return nullptr;
  }
  const Token token = tokens_.NextNonSpace();
  if (token.kind == TokenKind::kText) {
    auto* text = New<TextNode>(NodeKind::kText, token.pos);
    text->text = token.text;
    return text;
  }
  if (token.kind != TokenKind::kLeftDelimiter) {
    tokens_.Unexpected(token, "input");
    return nullptr;
  }
  tokens_.set_action(token.pos);
  const Node* action = Action(token);
  tokens_.set_action(std::nullopt);
  return action;
}

const Node* Parser::Action(const Token& delimiter) {
  const Token token = tokens_.NextNonSpace();
  switch (token.kind) {
    case TokenKind::kBlock:
      return Block();
    case TokenKind::kBreak:
      return LoopJump(NodeKind::kBreak, token);
    case TokenKind::kContinue:
      return LoopJump(NodeKind::kContinue, token);
    case TokenKind::kElse:
      return Else();
    case TokenKind::kEndKeyword: {
      const Token end = tokens_.Expect(TokenKind::kRightDelimiter, "end");
      return New<Node>(NodeKind::kEnd, end.pos);
    }
    case TokenKind::kIf:
      return Branch(NodeKind::kIf);
    case TokenKind::kRange:
      return Branch(NodeKind::kRange);
    case TokenKind::kTemplate:
      return Invocation();
    case TokenKind::kWith:
      return Branch(NodeKind::kWith);
    default:
      break;
  }
  tokens_.BackUp();
  const uint32_t pos = tokens_.Peek().pos;
  const PipeNode* pipe = expressions_.Pipeline("command", TokenKind::kRightDelimiter);
  auto* action = New<ActionNode>(NodeKind::kAction, pos);
  action->pipe = pipe;
  action->begin = delimiter.pos;
  return action;
}

const Node* Parser::LoopJump(NodeKind kind, const Token& keyword) {
  const std::string text = kind == NodeKind::kBreak ? "{{break}}" : "{{continue}}";
  if (const Token token = tokens_.NextNonSpace(); token.kind != TokenKind::kRightDelimiter) {
    tokens_.Unexpected(token, text);
  } else if (range_depth_ == 0) {
    tokens_.Fail(text + " outside {{range}}");
  }
  return New<Node>(kind, keyword.pos);
}

const Node* Parser::Branch(NodeKind kind) {
  if (!tokens_.RequireStack()) {
    return nullptr;
  }
  const size_t variables = expressions_.variables().size();
  const std::string_view context = kind == NodeKind::kIf ? "if" : kind == NodeKind::kRange ? "range" : "with";
  const PipeNode* pipe = expressions_.Pipeline(context, TokenKind::kRightDelimiter);
  if (tokens_.failed()) {
    return nullptr;
  }
  auto* branch = New<BranchNode>(kind, pipe->pos);
  branch->pipe = pipe;
  range_depth_ += kind == NodeKind::kRange ? 1 : 0;
  Body body;
  const Node* next = ParseBody(pipe->pos, &body);
  range_depth_ -= kind == NodeKind::kRange ? 1 : 0;
  if (tokens_.failed()) {
    return nullptr;
  }
  branch->body = Copy(body);
  if (next->kind == NodeKind::kElse) {
    Body else_body;
    ElseBranch(kind, pipe->pos, &else_body);
    branch->else_body = Copy(else_body);
    branch->has_else = true;
  }
  branch->end = tokens_.last_end();
  expressions_.variables().resize(variables);
  return branch;
}

// `{{else if x}}` is a branch in the body of `else` that ends with it.
void Parser::ElseBranch(NodeKind kind, uint32_t begin, Body* body) {
  const TokenKind pending = tokens_.Peek().kind;
  if ((kind == NodeKind::kIf && pending == TokenKind::kIf) ||
      (kind == NodeKind::kWith && pending == TokenKind::kWith)) {
    tokens_.Next();
    body->push_back(Branch(kind));
    return;
  }
  const Node* next = ParseBody(begin, body);
  if (!tokens_.failed() && next->kind != NodeKind::kEnd) {
    tokens_.Fail("expected end; found " + NodeText(*next));
  }
}

const Node* Parser::Else() {
  const Token next = tokens_.PeekNonSpace();
  if (next.kind == TokenKind::kIf || next.kind == TokenKind::kWith) {
    return New<Node>(NodeKind::kElse, next.pos);
  }
  const Token token = tokens_.Expect(TokenKind::kRightDelimiter, "else");
  return New<Node>(NodeKind::kElse, token.pos);
}

const Node* Parser::Block() {
  constexpr std::string_view kContext = "block clause";
  const Token token = tokens_.NextNonSpace();
  const std::string_view name = TemplateName(token, kContext);
  const PipeNode* pipe = expressions_.Pipeline(kContext, TokenKind::kRightDelimiter);
  const Scope outer = EnterScope();
  Body body;
  const Node* end = ParseBody(token.pos, &body);
  if (tokens_.failed()) {
    return nullptr;
  }
  if (end->kind != NodeKind::kEnd) {
    UnexpectedNode(*end, " in block clause");
  }
  AddTemplate(name, body);
  LeaveScope(outer);
  auto* invocation = New<TemplateNode>(NodeKind::kTemplate, token.pos);
  invocation->name = name;
  invocation->pipe = pipe;
  return invocation;
}

const Node* Parser::Invocation() {
  constexpr std::string_view kContext = "template clause";
  const Token token = tokens_.NextNonSpace();
  const std::string_view name = TemplateName(token, kContext);
  const PipeNode* pipe = nullptr;
  if (!tokens_.failed() && tokens_.NextNonSpace().kind != TokenKind::kRightDelimiter) {
    tokens_.BackUp();
    pipe = expressions_.Pipeline(kContext, TokenKind::kRightDelimiter);
  }
  auto* invocation = New<TemplateNode>(NodeKind::kTemplate, token.pos);
  invocation->name = name;
  invocation->pipe = pipe;
  return invocation;
}

std::string_view Parser::TemplateName(const Token& token, std::string_view context) {
  if (token.kind != TokenKind::kString && token.kind != TokenKind::kRawString) {
    tokens_.Unexpected(token, context);
    return {};
  }
  return expressions_.UnquoteToken(token).value_or(std::string_view());
}

}  // namespace kval::gotemplate
