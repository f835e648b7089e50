#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "src/source/span.h"

// Syntax trees of templates: immutable nodes in the arena of their SyntaxTree, with views of the template's
// source.
namespace kval::gotemplate {

enum class NodeKind : uint8_t {
  kText,
  kAction,
  kIf,
  kRange,
  kWith,
  kTemplate,
  kBreak,
  kContinue,
  kEnd,   // of the parser only
  kElse,  // of the parser only
  kPipe,
  kCommand,
  kField,
  kVariable,
  kChain,
  kIdentifier,
  kDot,
  kNil,
  kBool,
  kNumber,
  kString,
};

// Positions are offsets in the text of the template. `pos` is the one that Go reports; the node ends at
// `end`.
struct Node {
  NodeKind kind;
  uint32_t pos = 0;
  uint32_t end = 0;
};

using NodeList = std::span<const Node* const>;
using Names = std::span<const std::string_view>;

struct TextNode : Node {
  std::string_view text;
};

// `$x` and `$x.a.b`: the first name has the `$`.
struct VariableNode : Node {
  Names names;
};

// `name arg…`: the first argument is what is called or read.
struct CommandNode : Node {
  NodeList args;
};

struct PipeNode : Node {
  std::span<const VariableNode* const> variables;  // that it declares or assigns
  bool is_assignment = false;
  std::span<const CommandNode* const> commands;  // at least one
};

// An action, with its delimiters from `begin` to `end`.
struct ActionNode : Node {
  const PipeNode* pipe = nullptr;
  uint32_t begin = 0;
};

// `if`, `range` and `with`.
struct BranchNode : Node {
  const PipeNode* pipe = nullptr;
  NodeList body;
  NodeList else_body;
  bool has_else = false;
};

struct TemplateNode : Node {
  std::string_view name;
  const PipeNode* pipe = nullptr;  // may be null
};

struct FieldNode : Node {
  Names names;  // `.a.b`
};

// `(pipe).a.b` and `name.a.b`.
struct ChainNode : Node {
  const Node* base = nullptr;
  Names names;
};

struct IdentifierNode : Node {
  std::string_view name;  // of a function
};

struct BoolNode : Node {
  bool value = false;
};

struct StringNode : Node {
  std::string_view literal;  // with quotes
  std::string_view text;
};

// A number may be used as each kind that can represent it.
struct NumberNode : Node {
  std::string_view literal;
  bool is_int = false;
  bool is_uint = false;
  bool is_float = false;
  int64_t integer = 0;
  double real = 0;
};

// A template with the place of its text.
struct Template {
  std::string_view name;
  std::string_view file;  // the name of the text that it is part of, for errors
  std::string_view text;  // the whole text
  uint32_t start = 0;     // of the text, in the virtual buffer
  NodeList body;

  source::Span SpanOf(uint32_t pos, uint32_t end) const { return {start + pos, start + end}; }
  source::Span SpanOf(const Node& node) const { return SpanOf(node.pos, node.end); }
};

// The place of a node as Go words it: `FILE:LINE:COLUMN`. The line counts from 1, the column in bytes from 0.
std::string LocationText(const Template& tmpl, const Node& node);

// A node as Go prints it in messages.
std::string NodeText(const Node& node);

// Whether a body has nothing but spaces (Go's IsEmptyTree).
bool IsEmptyBody(NodeList body);

}  // namespace kval::gotemplate
