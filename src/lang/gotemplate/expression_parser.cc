#include "src/lang/gotemplate/expression_parser.h"

#include <algorithm>
#include <string>

#include "src/lang/gotemplate/number.h"
#include "src/lang/gotemplate/quote.h"

// The expressions of Go's text/template/parse.
namespace kval::gotemplate {

namespace {

bool StartsOperand(TokenKind kind) {
  switch (kind) {
    case TokenKind::kBool:
    case TokenKind::kCharConstant:
    case TokenKind::kDot:
    case TokenKind::kField:
    case TokenKind::kIdentifier:
    case TokenKind::kNumber:
    case TokenKind::kNil:
    case TokenKind::kRawString:
    case TokenKind::kString:
    case TokenKind::kVariable:
    case TokenKind::kLeftParen:
      return true;
    default:
      return false;
  }
}

bool IsLiteral(NodeKind kind) {
  return kind == NodeKind::kBool || kind == NodeKind::kDot || kind == NodeKind::kNil ||
         kind == NodeKind::kNumber || kind == NodeKind::kString;
}

constexpr int kMaxParens = 10'000;  // as in Go

}  // namespace

const PipeNode* ExpressionParser::Pipeline(std::string_view context, TokenKind end) {
  auto* pipe = New<PipeNode>(NodeKind::kPipe, tokens_.PeekNonSpace().pos);
  std::vector<const VariableNode*> variables;
  while (!tokens_.failed() && Variables(context, &variables, pipe)) {
  }
  const size_t first = commands_.size();
  while (!tokens_.failed()) {
    const Token token = tokens_.NextNonSpace();
    if (token.kind == end) {
      break;
    }
    if (StartsOperand(token.kind)) {
      tokens_.BackUp();
      const CommandNode* command = Command();
      commands_.push_back(command);
    } else {
      tokens_.Unexpected(token, context);
    }
  }
  if (tokens_.failed()) {
    return pipe;
  }
  pipe->variables = TakeFrom(variables, 0);
  pipe->commands = TakeFrom(commands_, first);
  pipe->end = pipe->commands.empty() ? pipe->pos : pipe->commands.back()->end;
  CheckPipeline(*pipe, context);
  return pipe;
}

// Parses `$x :=`, `$x =`, or `$i,` of a range. Returns whether another variable may follow.
bool ExpressionParser::Variables(std::string_view context, std::vector<const VariableNode*>* variables,
                                 PipeNode* pipe) {
  const Token token = tokens_.PeekNonSpace();
  if (token.kind != TokenKind::kVariable) {
    return false;
  }
  tokens_.Next();
  const Token after = tokens_.Peek();  // may be a space
  const Token next = tokens_.PeekNonSpace();
  const bool is_comma = next.kind == TokenKind::kChar && next.text == ",";
  if (next.kind != TokenKind::kAssign && next.kind != TokenKind::kDeclare && !is_comma) {
    // It is an operand.
    if (after.kind == TokenKind::kSpace) {
      tokens_.BackUp(token, after);
    } else {
      tokens_.BackUp(token);
    }
    return false;
  }
  tokens_.NextNonSpace();
  pipe->is_assignment = next.kind == TokenKind::kAssign;
  auto* variable = New<VariableNode>(NodeKind::kVariable, token.pos);
  variable->names = CopyName(token.text);
  variables->push_back(variable);
  variables_.push_back(token.text);
  if (!is_comma) {
    return false;
  }
  if (context != "range" || variables->size() >= 2) {
    tokens_.Fail("too many declarations in " + std::string(context));
    return false;
  }
  const TokenKind second = tokens_.PeekNonSpace().kind;
  if (second != TokenKind::kVariable && second != TokenKind::kRightDelimiter &&
      second != TokenKind::kRightParen) {
    tokens_.Fail("range can only initialize variables");
    return false;
  }
  return true;
}

void ExpressionParser::CheckPipeline(const PipeNode& pipe, std::string_view context) {
  if (pipe.commands.empty()) {
    tokens_.Fail("missing value for " + std::string(context));
    return;
  }
  for (size_t stage = 1; stage < pipe.commands.size(); ++stage) {
    if (IsLiteral(pipe.commands[stage]->args[0]->kind)) {
      tokens_.Fail("non executable command in pipeline stage " + std::to_string(stage + 1));
    }
  }
}

const CommandNode* ExpressionParser::Command() {
  auto* command = New<CommandNode>(NodeKind::kCommand, tokens_.PeekNonSpace().pos);
  const size_t first = args_.size();
  while (!tokens_.failed()) {
    tokens_.PeekNonSpace();
    if (const Node* operand = Operand(); operand != nullptr) {
      args_.push_back(operand);
    }
    if (tokens_.failed()) {
      return command;
    }
    command->end = tokens_.last_end();
    const Token token = tokens_.Next();
    if (token.kind == TokenKind::kSpace) {
      continue;
    }
    if (token.kind == TokenKind::kRightDelimiter || token.kind == TokenKind::kRightParen) {
      tokens_.BackUp();
    } else if (token.kind != TokenKind::kPipe) {
      tokens_.Unexpected(token, "operand");
    }
    break;
  }
  command->args = TakeFrom(args_, first);
  if (command->args.empty()) {
    tokens_.Fail("empty command");
  }
  return command;
}

const Node* ExpressionParser::Operand() {
  const Node* node = Term();
  if (node == nullptr || tokens_.failed() || tokens_.Peek().kind != TokenKind::kField) {
    return node;
  }
  const uint32_t pos = tokens_.Peek().pos;
  std::vector<std::string_view>& names = names_;
  names.clear();
  if (node->kind == NodeKind::kField) {
    const Names first = static_cast<const FieldNode*>(node)->names;
    names.assign(first.begin(), first.end());
  } else if (node->kind == NodeKind::kVariable) {
    const Names first = static_cast<const VariableNode*>(node)->names;
    names.assign(first.begin(), first.end());
  }
  while (tokens_.Peek().kind == TokenKind::kField) {
    names.push_back(tokens_.Next().text.substr(1));
  }
  const Names copied = arena_.Copy(std::span<const std::string_view>(names));
  if (node->kind == NodeKind::kField) {
    auto* field = New<FieldNode>(NodeKind::kField, pos);
    field->names = copied;
    return field;
  }
  if (node->kind == NodeKind::kVariable) {
    auto* variable = New<VariableNode>(NodeKind::kVariable, pos);
    variable->names = copied;
    return variable;
  }
  if (IsLiteral(node->kind)) {
    tokens_.Fail("unexpected . after term " + Quote(NodeText(*node)));
    return nullptr;
  }
  auto* chain = New<ChainNode>(NodeKind::kChain, pos);
  chain->base = node;
  chain->names = copied;
  return chain;
}

// Returns null if the next token is no term.
const Node* ExpressionParser::Term() {
  if (!tokens_.RequireStack()) {
    return nullptr;
  }
  const Token token = tokens_.NextNonSpace();
  switch (token.kind) {
    case TokenKind::kIdentifier: {
      if (functions_.Find(token.text) == nullptr) {
        tokens_.Fail("function " + Quote(token.text) + " not defined");
      }
      auto* identifier = New<IdentifierNode>(NodeKind::kIdentifier, token.pos);
      identifier->name = token.text;
      return identifier;
    }
    case TokenKind::kDot:
      return New<Node>(NodeKind::kDot, token.pos);
    case TokenKind::kNil:
      return New<Node>(NodeKind::kNil, token.pos);
    case TokenKind::kVariable:
      return Variable(token);
    case TokenKind::kField: {
      auto* field = New<FieldNode>(NodeKind::kField, token.pos);
      field->names = CopyName(token.text.substr(1));
      return field;
    }
    case TokenKind::kBool: {
      auto* boolean = New<BoolNode>(NodeKind::kBool, token.pos);
      boolean->value = token.text == "true";
      return boolean;
    }
    case TokenKind::kCharConstant:
    case TokenKind::kNumber:
      return Number(token);
    case TokenKind::kLeftParen:
      return Parenthesized();
    case TokenKind::kString:
    case TokenKind::kRawString:
      return String(token);
    default:
      tokens_.BackUp();
      return nullptr;
  }
}

const Node* ExpressionParser::Parenthesized() {
  if (parens_ >= kMaxParens) {
    tokens_.Fail("max expression depth exceeded");
    return nullptr;
  }
  ++parens_;
  const Node* pipe = Pipeline("parenthesized pipeline", TokenKind::kRightParen);
  --parens_;
  return pipe;
}

const Node* ExpressionParser::Number(const Token& token) {
  auto* number = New<NumberNode>(NodeKind::kNumber, token.pos);
  if (const std::optional<std::string> error = ParseNumber(token.text, token.kind, number)) {
    tokens_.Fail(*error);
  }
  return number;
}

const Node* ExpressionParser::String(const Token& token) {
  auto* string = New<StringNode>(NodeKind::kString, token.pos);
  string->literal = token.text;
  string->text = UnquoteToken(token).value_or(std::string_view());
  return string;
}

const Node* ExpressionParser::Variable(const Token& token) {
  auto* variable = New<VariableNode>(NodeKind::kVariable, token.pos);
  variable->names = CopyName(token.text);
  const auto& known = variables_;
  if (std::find(known.begin(), known.end(), variable->names[0]) == known.end()) {
    tokens_.Fail("undefined variable " + Quote(variable->names[0]));
  }
  return variable;
}

std::optional<std::string_view> ExpressionParser::UnquoteToken(const Token& token) {
  if (HasNoEscape(token.text)) {
    return token.text.substr(1, token.text.size() - 2);
  }
  const std::optional<std::string> text = Unquote(token.text);
  if (!text) {
    tokens_.Fail("invalid syntax");
    return std::nullopt;
  }
  return arena_.CopyText(*text);
}

Names ExpressionParser::CopyName(std::string_view text) {
  return arena_.Copy(std::span<const std::string_view>(&text, 1));
}

}  // namespace kval::gotemplate
