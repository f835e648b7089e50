#include "src/helm/render/skipped_names.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "src/support/native_stack.h"

namespace kval::helm::render {

using gotemplate::Node;
using gotemplate::NodeKind;
using gotemplate::NodeList;

namespace {

bool IsOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The function that a command calls; empty if it is none.
std::string_view FunctionOf(const gotemplate::CommandNode& command) {
  const Node& first = *command.args[0];
  return first.kind == NodeKind::kIdentifier ? static_cast<const gotemplate::IdentifierNode&>(first).name
                                             : std::string_view();
}

std::string_view TextOf(const Node& node) {
  return node.kind == NodeKind::kString ? static_cast<const gotemplate::StringNode&>(node).text
                                        : std::string_view();
}

// Whether a field chain ends with the name.
bool EndsWith(const Node& node, std::string_view name) {
  gotemplate::Names names;
  if (node.kind == NodeKind::kField) {
    names = static_cast<const gotemplate::FieldNode&>(node).names;
  } else if (node.kind == NodeKind::kVariable) {
    names = static_cast<const gotemplate::VariableNode&>(node).names;
  }
  return !names.empty() && names.back() == name;
}

// Collects the names of nodes. Recursion is bounded by the nesting that the parser accepts.
class Collector {
 public:
  explicit Collector(TemplateNames& names) : names_(names) {}

  void Walk(NodeList nodes) {
    std::for_each(nodes.begin(), nodes.end(), [&](const Node* node) { Walk(*node); });
  }

 private:
  void Walk(const Node& node) {
    NeedStack();
    switch (node.kind) {
      case NodeKind::kAction:
        Pipe(static_cast<const gotemplate::ActionNode&>(node).pipe);
        break;
      case NodeKind::kIf:
      case NodeKind::kWith:
      case NodeKind::kRange: {
        const auto& branch = static_cast<const gotemplate::BranchNode&>(node);
        is_test_ = node.kind == NodeKind::kIf;
        Pipe(branch.pipe);
        is_test_ = false;
        Walk(branch.body);
        Walk(branch.else_body);
        break;
      }
      case NodeKind::kTemplate: {
        const auto& invocation = static_cast<const gotemplate::TemplateNode&>(node);
        names_.templates.emplace(invocation.name);
        Pipe(invocation.pipe);
        break;
      }
      default:
        Operand(node);
    }
  }

  void Pipe(const gotemplate::PipeNode* pipe) {
    if (pipe == nullptr) {
      return;
    }
    const bool outer = std::exchange(is_test_, is_test_ && pipe->commands.size() == 1);
    std::for_each(pipe->commands.begin(), pipe->commands.end(),
                  [&](const gotemplate::CommandNode* command) { Command(*command); });
    is_test_ = outer;
  }

  void Command(const gotemplate::CommandNode& command) {
    const std::string_view function = FunctionOf(command);
    if (function == "include") {
      const std::string_view name = command.args.size() > 1 ? TextOf(*command.args[1]) : std::string_view();
      names_.calls_unknown = names_.calls_unknown || name.empty();
      if (!name.empty()) {
        names_.templates.emplace(name);
      }
    }
    const bool tests =
        is_test_ && (function.empty() || IsOneOf(function, {"and", "empty", "eq", "ne", "not", "or"}));
    const bool has_key = std::any_of(command.args.begin(), command.args.end(),
                                     [](const Node* arg) { return arg->kind == NodeKind::kString; });
    const bool reads_key = has_key && IsOneOf(function, {"get", "hasKey", "index"});
    const bool outer = std::exchange(is_test_, tests);
    const bool outer_partial = std::exchange(is_partial_, tests || reads_key);
    for (size_t i = 0; i < command.args.size(); ++i) {
      // What is included reads `.Values.a` of it: its names count themselves.
      const bool is_values = function == "dict" && i + 1 < command.args.size() &&
                             TextOf(*command.args[i]) == "Values" && EndsWith(*command.args[i + 1], "Values");
      const bool is_root = IsOneOf(function, {"dict", "include", "tpl"}) && EndsWith(*command.args[i], "$");
      i += is_values ? 1 : 0;
      if (!is_values && !is_root) {
        Operand(*command.args[i]);
      }
    }
    is_test_ = outer;
    is_partial_ = outer_partial;
  }

  void Operand(const Node& node) {
    NeedStack();
    switch (node.kind) {
      case NodeKind::kPipe:
        Pipe(static_cast<const gotemplate::PipeNode*>(&node));
        break;
      case NodeKind::kField:
        Fields(static_cast<const gotemplate::FieldNode&>(node).names);
        break;
      case NodeKind::kVariable: {
        const gotemplate::Names names = static_cast<const gotemplate::VariableNode&>(node).names;
        names_.uses_scope = names_.uses_scope || (names.size() == 1 && !is_partial_);
        Fields(names.subspan(1));
        break;
      }
      case NodeKind::kChain: {
        const auto& chain = static_cast<const gotemplate::ChainNode&>(node);
        Operand(*chain.base);
        Fields(chain.names);
        break;
      }
      case NodeKind::kDot:
        names_.uses_scope = names_.uses_scope || !is_partial_;
        break;
      case NodeKind::kString:
        Words(static_cast<const gotemplate::StringNode&>(node).text);
        break;
      default:
        break;
    }
  }

  void Fields(gotemplate::Names names) {
    names_.any.insert(names.begin(), names.end());
    if (!names.empty() && !is_partial_) {
      names_.whole.emplace(names.back());
    }
  }

  // A string may be a key, or several with dots between them.
  void Words(std::string_view text) {
    names_.any.emplace(text);
    names_.whole.emplace(text);
    for (size_t at = 0; text.find('.') != std::string_view::npos && at <= text.size();) {
      const size_t end = std::min(text.find('.', at), text.size());
      names_.any.emplace(text.substr(at, end - at));
      names_.whole.emplace(text.substr(at, end - at));
      at = end + 1;
    }
  }

  TemplateNames& names_;
  bool is_test_ = false;     // in a condition, whose value is not used otherwise
  bool is_partial_ = false;  // a value is only tested, or an entry of it is read
};

}  // namespace

void TemplateNames::Add(const TemplateNames& other) {
  any.insert(other.any.begin(), other.any.end());
  whole.insert(other.whole.begin(), other.whole.end());
  templates.insert(other.templates.begin(), other.templates.end());
  calls_unknown = calls_unknown || other.calls_unknown;
  uses_scope = uses_scope || other.uses_scope;
}

void CollectNames(NodeList nodes, TemplateNames& names) {
  Collector(names).Walk(nodes);
}

const TemplateNames& SkippedNames::Add(const gotemplate::Template& tmpl, NodeList nodes) {
  static const TemplateNames kNone;
  if (nodes.empty()) {
    return kNone;
  }
  const std::pair place(tmpl.start + nodes.front()->pos, tmpl.start + nodes.back()->pos);
  const auto [known, is_new] = parts_.try_emplace(place);
  if (is_new) {
    CollectNames(nodes, known->second);
    all_.Add(known->second);
  }
  return known->second;
}

void SkippedNames::AddIncluded(const gotemplate::TemplateSet& templates) {
  std::vector<std::string> open(all_.templates.begin(), all_.templates.end());
  TemplateNames::Names known(open.begin(), open.end());
  while (!open.empty() || all_.calls_unknown) {
    if (all_.calls_unknown) {
      all_.calls_unknown = false;
      for (const std::string_view name : templates.Names()) {
        if (known.emplace(name).second) {
          open.emplace_back(name);
        }
      }
      continue;
    }
    const gotemplate::Template* tmpl = templates.Find(open.back());
    open.pop_back();
    if (tmpl == nullptr) {
      continue;
    }
    TemplateNames names;
    CollectNames(tmpl->body, names);
    for (const std::string& name : names.templates) {
      if (known.insert(name).second) {
        open.push_back(name);
      }
    }
    all_.Add(names);
  }
}

}  // namespace kval::helm::render
