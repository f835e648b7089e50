#include "src/lang/gotemplate/syntax.h"

#include <algorithm>
#include <utility>

#include "src/lang/gotemplate/quote.h"
#include "src/support/native_stack.h"
#include "src/support/utf8.h"

namespace kval::gotemplate {

namespace {

class NodeWriter {
 public:
  static constexpr int kMaxDepth = 200;  // a message needs no more

  void Write(const Node& node);
  std::string& text() { return text_; }

 private:
  void WriteNode(const Node& node);
  void WriteOperand(const Node& node);
  void WriteInvocation(const TemplateNode& invocation);
  void WritePipe(const PipeNode& pipe);
  void WriteCommand(const CommandNode& command);
  void WriteInParens(const Node& node);
  void WriteNames(Names names, std::string_view before_first);
  void WriteBranch(std::string_view keyword, const BranchNode& branch);
  void WriteBody(NodeList body) {
    for (const Node* node : body) {
      Write(*node);
    }
  }

  std::string text_;
  int depth_ = 0;
};

void NodeWriter::WriteNames(Names names, std::string_view before_first) {
  for (const std::string_view& name : names) {
    text_ += &name == names.data() ? before_first : ".";
    text_ += name;
  }
}

void NodeWriter::WriteInParens(const Node& node) {
  const bool needs_parens = node.kind == NodeKind::kPipe;
  text_ += needs_parens ? "(" : "";
  Write(node);
  text_ += needs_parens ? ")" : "";
}

void NodeWriter::WriteCommand(const CommandNode& command) {
  for (const Node* const& arg : command.args) {
    text_ += &arg == command.args.data() ? "" : " ";
    WriteInParens(*arg);
  }
}

void NodeWriter::WritePipe(const PipeNode& pipe) {
  for (const VariableNode* const& variable : pipe.variables) {
    text_ += &variable == pipe.variables.data() ? "" : ", ";
    Write(*variable);
  }
  if (!pipe.variables.empty()) {
    text_ += pipe.is_assignment ? " = " : " := ";
  }
  for (const CommandNode* const& command : pipe.commands) {
    text_ += &command == pipe.commands.data() ? "" : " | ";
    WriteCommand(*command);
  }
}

void NodeWriter::WriteBranch(std::string_view keyword, const BranchNode& branch) {
  text_ += "{{";
  text_ += keyword;
  text_ += " ";
  WritePipe(*branch.pipe);
  text_ += "}}";
  WriteBody(branch.body);
  if (branch.has_else) {
    text_ += "{{else}}";
    WriteBody(branch.else_body);
  }
  text_ += "{{end}}";
}

void NodeWriter::Write(const Node& node) {
  if (depth_ > kMaxDepth || !HasStack()) {
    text_ += "…";
    return;
  }
  ++depth_;
  WriteNode(node);
  --depth_;
}

void NodeWriter::WriteNode(const Node& node) {
  switch (node.kind) {
    case NodeKind::kText:
      text_ += static_cast<const TextNode&>(node).text;
      break;
    case NodeKind::kAction:
      text_ += "{{";
      WritePipe(*static_cast<const ActionNode&>(node).pipe);
      text_ += "}}";
      break;
    case NodeKind::kIf:
      WriteBranch("if", static_cast<const BranchNode&>(node));
      break;
    case NodeKind::kRange:
      WriteBranch("range", static_cast<const BranchNode&>(node));
      break;
    case NodeKind::kWith:
      WriteBranch("with", static_cast<const BranchNode&>(node));
      break;
    case NodeKind::kTemplate:
      WriteInvocation(static_cast<const TemplateNode&>(node));
      break;
    case NodeKind::kBreak:
      text_ += "{{break}}";
      break;
    case NodeKind::kContinue:
      text_ += "{{continue}}";
      break;
    case NodeKind::kEnd:
      text_ += "{{end}}";
      break;
    case NodeKind::kElse:
      text_ += "{{else}}";
      break;
    default:
      WriteOperand(node);
  }
}

void NodeWriter::WriteInvocation(const TemplateNode& invocation) {
  text_ += "{{template " + Quote(invocation.name);
  if (invocation.pipe != nullptr) {
    text_ += " ";
    WritePipe(*invocation.pipe);
  }
  text_ += "}}";
}

void NodeWriter::WriteOperand(const Node& node) {
  switch (node.kind) {
    case NodeKind::kPipe:
      WritePipe(static_cast<const PipeNode&>(node));
      break;
    case NodeKind::kCommand:
      WriteCommand(static_cast<const CommandNode&>(node));
      break;
    case NodeKind::kField:
      WriteNames(static_cast<const FieldNode&>(node).names, ".");
      break;
    case NodeKind::kVariable:
      WriteNames(static_cast<const VariableNode&>(node).names, "");
      break;
    case NodeKind::kChain:
      WriteInParens(*static_cast<const ChainNode&>(node).base);
      WriteNames(static_cast<const ChainNode&>(node).names, ".");
      break;
    case NodeKind::kIdentifier:
      text_ += static_cast<const IdentifierNode&>(node).name;
      break;
    case NodeKind::kBool:
      text_ += static_cast<const BoolNode&>(node).value ? "true" : "false";
      break;
    case NodeKind::kNumber:
      text_ += static_cast<const NumberNode&>(node).literal;
      break;
    case NodeKind::kString:
      text_ += static_cast<const StringNode&>(node).literal;
      break;
    default:
      text_ += node.kind == NodeKind::kDot ? "." : "nil";
  }
}

// Go's unicode.IsSpace.
bool IsUnicodeSpace(char32_t c) {
  return (c >= '\t' && c <= '\r') || c == ' ' || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

bool IsBlank(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, at);
    if (!IsUnicodeSpace(point.value)) {
      return false;
    }
    at += point.length;
  }
  return true;
}

}  // namespace

std::string NodeText(const Node& node) {
  NodeWriter writer;
  writer.Write(node);
  return std::move(writer.text());
}

std::string LocationText(const Template& tmpl, const Node& node) {
  const std::string_view before = tmpl.text.substr(0, node.pos);
  const size_t line_break = before.rfind('\n');
  const size_t column = line_break == std::string_view::npos ? node.pos : node.pos - line_break - 1;
  return std::string(tmpl.file) + ":" + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) +
         ":" + std::to_string(column);
}

bool IsEmptyBody(NodeList body) {
  return std::all_of(body.begin(), body.end(), [](const Node* node) {
    return node->kind == NodeKind::kText && IsBlank(static_cast<const TextNode*>(node)->text);
  });
}

}  // namespace kval::gotemplate
