#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/function_table.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/lang/gotemplate/token_reader.h"
#include "src/support/arena.h"

namespace kval::gotemplate {

// Parses pipelines. After an error, the functions return anything.
class ExpressionParser {
 public:
  ExpressionParser(TokenReader& tokens, const FunctionTable& functions, Arena& arena)
      : tokens_(tokens), functions_(functions), arena_(arena) {}

  // Parses up to a token of the kind `end`. `context` names the place in messages. Variables that the
  // pipeline declares are added to `variables`, which are those in scope.
  const PipeNode* Pipeline(std::string_view context, TokenKind end);
  // The text of a string token.
  std::optional<std::string_view> UnquoteToken(const Token& token);
  std::vector<std::string_view>& variables() { return variables_; }

 private:
  bool Variables(std::string_view context, std::vector<const VariableNode*>* variables, PipeNode* pipe);
  void CheckPipeline(const PipeNode& pipe, std::string_view context);
  const CommandNode* Command();
  const Node* Operand();
  const Node* Term();
  const Node* Parenthesized();
  const Node* Number(const Token& token);
  const Node* String(const Token& token);
  const Node* Variable(const Token& token);
  Names CopyName(std::string_view text);

  template <typename T>
  T* New(NodeKind kind, uint32_t pos) {
    T* node = arena_.New<T>();
    node->kind = kind;
    node->pos = pos;
    node->end = tokens_.last_end();
    return node;
  }
  // Moves the nodes behind the first `begin` ones of `nodes` to the arena.
  template <typename T>
  std::span<const T* const> TakeFrom(std::vector<const T*>& nodes, size_t begin) {
    const auto copied = arena_.Copy(std::span<const T* const>(nodes).subspan(begin));
    nodes.resize(begin);
    return copied;
  }

  TokenReader& tokens_;
  const FunctionTable& functions_;
  Arena& arena_;
  std::vector<std::string_view> variables_ = {"$"};
  // Of all unfinished pipelines, the innermost one at the end.
  std::vector<const CommandNode*> commands_;
  std::vector<const Node*> args_;
  std::vector<std::string_view> names_;  // of one operand
  int parens_ = 0;
};

}  // namespace kval::gotemplate
