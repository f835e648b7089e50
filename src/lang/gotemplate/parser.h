#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/expression_parser.h"
#include "src/lang/gotemplate/function_table.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/lang/gotemplate/token_reader.h"
#include "src/support/arena.h"

namespace kval::gotemplate {

// The templates of one text. Nodes are in the arena.
struct SyntaxTree {
  Arena arena;
  std::map<std::string_view, const Template*> templates;
};

// Parses one text: the template `name` and those that it defines. Stops at the first error, which it words as
// Go does.
class Parser {
 public:
  Parser(std::string_view name, std::string_view text, uint32_t start, const FunctionTable& functions,
         SyntaxTree* tree);

  std::optional<ParseError> Parse();

 private:
  // What is known about the template that is being parsed. Nested definitions have their own.
  struct Scope {
    std::vector<std::string_view> variables;
    std::optional<uint32_t> action;
    int range_depth;
  };
  using Body = std::vector<const Node*>;

  void UnexpectedNode(const Node& node, std::string_view context);
  Scope EnterScope();
  void LeaveScope(const Scope& scope);

  // Bodies and actions. After an error, they return anything.
  void ParseText();
  void Definition();
  // Appends nodes up to `end` or `else`, and returns that. `begin`: of the block, for messages.
  const Node* ParseBody(uint32_t begin, Body* body);
  const Node* TextOrAction();
  const Node* Action(const Token& delimiter);
  const Node* LoopJump(NodeKind kind, const Token& keyword);
  const Node* Branch(NodeKind kind);
  void ElseBranch(NodeKind kind, uint32_t begin, Body* body);
  const Node* Else();
  const Node* Block();
  const Node* Invocation();
  std::string_view TemplateName(const Token& token, std::string_view context);
  void AddTemplate(std::string_view name, const Body& body);

  template <typename T>
  T* New(NodeKind kind, uint32_t pos) {
    T* node = tree_->arena.New<T>();
    node->kind = kind;
    node->pos = pos;
    node->end = tokens_.last_end();
    return node;
  }
  template <typename T>
  std::span<const T* const> Copy(const std::vector<const T*>& nodes) {
    return tree_->arena.Copy(std::span<const T* const>(nodes));
  }

  std::string_view name_;
  std::string_view text_;
  uint32_t start_;
  SyntaxTree* tree_;
  TokenReader tokens_;
  ExpressionParser expressions_;
  int range_depth_ = 0;
};

}  // namespace kval::gotemplate
