#include "src/lang/gotemplate/evaluator.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/lang/gotemplate/compare.h"
#include "src/lang/gotemplate/containers.h"
#include "src/lang/gotemplate/execution_state.h"
#include "src/lang/gotemplate/expressions.h"
#include "src/lang/gotemplate/observer.h"
#include "src/lang/gotemplate/print.h"
#include "src/lang/gotemplate/quote.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/support/native_stack.h"

namespace kval::gotemplate {
namespace {

// One execution of a template: its actions.
class Execution {
 public:
  Execution(const ExecutionState::Surroundings& surroundings, const TemplateSet& templates,
            const Template& tmpl)
      : templates_(templates), state_(surroundings, tmpl), expressions_(state_) {}

  std::optional<ExecutionError> Run(const Value& data);

 private:
  // What follows a node.
  enum class Flow : uint8_t { kNext, kBreak, kContinue, kFail };

  Flow Walk(const Value& dot, const Node& node);
  Flow WalkBody(const Value& dot, NodeList body);
  Flow WalkAction(const Value& dot, const ActionNode& action);
  Flow WalkBranch(const Value& dot, const BranchNode& branch);
  Flow WalkRange(const Value& dot, const BranchNode& range);
  Flow WalkTemplate(const Value& dot, const TemplateNode& invocation);
  // One iteration; `index` may be null.
  Flow Iterate(const BranchNode& range, const Value& index, const Value& element);
  template <typename Each>
  Flow IterateAll(const Value& value, const BranchNode& range, Each each);
  Flow Write(std::string_view text, const TextPiece& piece, source::Span action);
  Flow WritePieces(std::string_view text, const TextPieces& pieces, source::Span span);
  Flow Print(const ActionNode& action, const Value& value);
  // Notifies the observer.
  void Choose(const Value& dot, const BranchNode& branch, bool is_body);

  Budget& budget() { return state_.budget(); }
  Observer* observer() const { return state_.surroundings.observer; }
  bool failed() const { return state_.failed(); }

  const TemplateSet& templates_;
  ExecutionState state_;
  Expressions expressions_;
};

std::optional<ExecutionError> Execution::Run(const Value& data) {
  state_.Push("$", data);
  if (observer() != nullptr) {
    observer()->Enter(*state_.tmpl);
  }
  WalkBody(data, state_.tmpl->body);
  return std::move(state_.error);
}

Execution::Flow Execution::WalkBody(const Value& dot, NodeList body) {
  for (const Node* node : body) {
    if (const Flow flow = Walk(dot, *node); flow != Flow::kNext) {
      return flow;
    }
  }
  return Flow::kNext;
}

Execution::Flow Execution::Walk(const Value& dot, const Node& node) {
  state_.At(node);
  if (!state_.MayContinue()) {
    return Flow::kFail;
  }
  switch (node.kind) {
    case NodeKind::kText:
      return Write(static_cast<const TextNode&>(node).text, {0, state_.tmpl->SpanOf(node), {}},
                   state_.tmpl->SpanOf(node));
    case NodeKind::kAction:
      return WalkAction(dot, static_cast<const ActionNode&>(node));
    case NodeKind::kIf:
    case NodeKind::kWith:
      return WalkBranch(dot, static_cast<const BranchNode&>(node));
    case NodeKind::kRange:
      return WalkRange(dot, static_cast<const BranchNode&>(node));
    case NodeKind::kTemplate:
      return WalkTemplate(dot, static_cast<const TemplateNode&>(node));
    case NodeKind::kBreak:
    case NodeKind::kContinue:
      if (observer() != nullptr) {
        observer()->Jump(*state_.tmpl);
      }
      return node.kind == NodeKind::kBreak ? Flow::kBreak : Flow::kContinue;
    default:
      state_.Fail("unknown node: " + NodeText(node));
      return Flow::kFail;
  }
}

Execution::Flow Execution::Write(std::string_view text, const TextPiece& piece, source::Span action) {
  if (!budget().CountOutput(text.size())) {
    state_.FailLimit();
    return Flow::kFail;
  }
  state_.surroundings.sink.Write(text, piece, action);
  return Flow::kNext;
}

// `span`: of the action.
Execution::Flow Execution::WritePieces(std::string_view text, const TextPieces& pieces, source::Span span) {
  uint32_t begin = 0;
  for (const TextPiece& piece : pieces) {
    const std::string_view part = text.substr(begin, piece.end - begin);
    const source::Span place = piece.span.has_value() ? piece.span : span;
    if (const Flow flow = Write(part, {0, place, piece.origins}, span); flow != Flow::kNext) {
      return flow;
    }
    begin = piece.end;
  }
  return Flow::kNext;
}

// Variables that an action declares live until the end of the body.
Execution::Flow Execution::WalkAction(const Value& dot, const ActionNode& action) {
  state_.reads = {};
  const Value value = expressions_.Pipeline(dot, action.pipe);
  if (failed()) {
    return Flow::kFail;
  }
  return action.pipe->variables.empty() ? Print(action, value) : Flow::kNext;
}

Execution::Flow Execution::Print(const ActionNode& action, const Value& value) {
  state_.At(action);
  if (value.is(Kind::kFunction)) {
    state_.Fail("can't print " + NodeText(action) + " of type " + std::string(value.type()->name));
    return Flow::kFail;
  }
  if (observer() != nullptr) {
    observer()->Printed(value);
  }
  const OriginSet origins = value.origin().empty() ? state_.reads : value.origin();
  const source::Span span = state_.tmpl->SpanOf(action.begin, action.end);
  if (value.is(Kind::kString) && value.type()->append_text == nullptr) {
    const TextPieces* pieces = state_.heap().PiecesOf(value.text());
    return pieces == nullptr ? Write(value.text(), {0, span, origins}, span)
                             : WritePieces(value.text(), *pieces, span);
  }
  TextBuffer text(state_.heap().left());
  AppendPrinted(value, &text);
  if (text.is_full()) {
    budget().Reserve(state_.heap().limit() + 1);
    state_.FailLimit();
    return Flow::kFail;
  }
  return Write(text.text(), {0, span, origins}, span);
}

void Execution::Choose(const Value& dot, const BranchNode& branch, bool is_body) {
  if (observer() != nullptr) {
    observer()->Choose(*state_.tmpl, branch, is_body, state_.InScope(dot));
  }
}

Execution::Flow Execution::WalkBranch(const Value& dot, const BranchNode& branch) {
  const size_t mark = state_.variables.size();
  const Value value = expressions_.Pipeline(dot, branch.pipe);
  Flow flow = Flow::kFail;
  if (!failed()) {
    Choose(dot, branch, IsTrue(value));
    if (branch.kind == NodeKind::kIf && observer() != nullptr) {
      observer()->Test(value);
    }
    const OriginSet outer = state_.condition;
    state_.condition = value.origin().empty() ? outer : value.origin();
    if (IsTrue(value)) {
      flow = WalkBody(branch.kind == NodeKind::kWith ? value : dot, branch.body);
    } else {
      flow = WalkBody(dot, branch.else_body);
    }
    state_.condition = outer;
  }
  state_.variables.resize(mark);
  return flow;
}

Execution::Flow Execution::Iterate(const BranchNode& range, const Value& index, const Value& element) {
  const size_t mark = state_.variables.size();
  const auto& variables = range.pipe->variables;
  if (range.pipe->is_assignment) {
    if (variables.size() > 1) {
      state_.SetVariable(variables[0]->names[0], index);
    }
    if (!variables.empty()) {
      state_.SetVariable(variables.back()->names[0], element);
    }
  } else {
    if (!variables.empty()) {
      state_.variables[mark - 1].value = element;
    }
    if (variables.size() > 1) {
      state_.variables[mark - 2].value = index;
    }
  }
  const Flow flow = state_.MayContinue() ? WalkBody(element, range.body) : Flow::kFail;
  state_.variables.resize(mark);
  return flow == Flow::kContinue ? Flow::kNext : flow;
}

// Iterates over copies of keys and values, because the body may change a map.
template <typename Each>
Execution::Flow Execution::IterateAll(const Value& value, const BranchNode& range, Each each) {
  switch (value.kind()) {
    case Kind::kInvalid:
      return Flow::kNext;
    case Kind::kInt:
    case Kind::kUint:
      if (range.pipe->variables.size() > 1) {
        state_.Fail("can't use " + Sprint(value) + " to iterate over more than one variable");
        return Flow::kFail;
      }
      for (int64_t index = 0;
           value.is(Kind::kUint) ? static_cast<uint64_t>(index) < value.natural() : index < value.integer();
           ++index) {
        if (const Flow flow = each(Value(), Value::Integral(*value.type(), index).From(value.origin()));
            flow != Flow::kNext) {
          return flow;
        }
      }
      return Flow::kNext;
    case Kind::kList: {
      int64_t index = 0;
      for (const Value& item : Items(value)) {
        if (const Flow flow = each(Value::Int(index++).From(value.origin()), Element(*value.type(), item));
            flow != Flow::kNext) {
          return flow;
        }
      }
      return Flow::kNext;
    }
    case Kind::kMap: {
      const std::vector<std::pair<std::string_view, Value>> entries(EntriesOf(value).begin(),
                                                                    EntriesOf(value).end());
      for (const auto& [key, entry] : entries) {
        const Value name = Value::Text(key).From(entry.origin());
        if (const Flow flow = each(name, Element(*value.type(), entry)); flow != Flow::kNext) {
          return flow;
        }
      }
      return Flow::kNext;
    }
    default: {
      TextBuffer text(state_.heap().left());
      AppendPrinted(value, &text);
      state_.Fail("range can't iterate over " + text.text(), value.origin());
      return Flow::kFail;
    }
  }
}

Execution::Flow Execution::WalkRange(const Value& dot, const BranchNode& range) {
  const size_t mark = state_.variables.size();
  const Value value = expressions_.Pipeline(dot, range.pipe);
  if (failed()) {
    return Flow::kFail;
  }
  bool is_empty = true;
  Flow flow = IterateAll(value, range, [&](const Value& index, const Value& element) {
    if (is_empty) {
      is_empty = false;
      Choose(dot, range, true);
    }
    return Iterate(range, index, element);
  });
  if (is_empty && flow == Flow::kNext) {
    Choose(dot, range, false);
    flow = WalkBody(dot, range.else_body);
  }
  state_.variables.resize(mark);
  return flow == Flow::kBreak ? Flow::kNext : flow;  // as in Go, also a break in the `else` body
}

Execution::Flow Execution::WalkTemplate(const Value& dot, const TemplateNode& invocation) {
  const Template* tmpl = templates_.Find(invocation.name);
  if (tmpl == nullptr) {
    state_.Fail("template " + Quote(invocation.name) + " not defined");
    return Flow::kFail;
  }
  constexpr size_t kNeededStack = size_t{32} << 10;  // for the body of a small template
  if (StackLeft() < kNeededStack) {
    budget().Exceed(ExceededLimit::kDepth);
  }
  if (!budget().Enter()) {
    state_.FailLimit();
    return Flow::kFail;
  }
  const Value data = expressions_.Pipeline(dot, invocation.pipe);
  Flow flow = Flow::kFail;
  if (!failed()) {
    const size_t mark = state_.variables.size();
    const size_t frame = std::exchange(state_.frame, mark);
    const Template* outer = std::exchange(state_.tmpl, tmpl);
    const Node* node = state_.node;
    state_.Push("$", data);
    if (observer() != nullptr) {
      observer()->Enter(*tmpl);
    }
    flow = WalkBody(data, tmpl->body);
    if (!failed()) {
      state_.variables.resize(mark);
      state_.frame = frame;
      state_.tmpl = outer;
      state_.node = node;
    }
  }
  budget().Leave();
  return flow;
}

}  // namespace

Evaluator::Evaluator(Heap& heap, const FunctionTable& functions, ExecutionOptions options)
    : budget_(heap, options.limits), functions_(functions), options_(options) {}

std::optional<ExecutionError> Evaluator::Execute(const TemplateSet& templates, std::string_view name,
                                                 const Value& data, Sink& sink) {
  const Template* tmpl = templates.Find(name);
  if (tmpl == nullptr) {
    return ExecutionError{
        "template: no template " + Quote(name) + " associated with template " + Quote(options_.root),
        {},
        std::nullopt};
  }
  return Execute(templates, *tmpl, data, sink);
}

std::optional<ExecutionError> Evaluator::Execute(const TemplateSet& templates, const Template& tmpl,
                                                 const Value& data, Sink& sink) {
  const TemplateSet* outer = std::exchange(templates_, &templates);
  std::optional<ExecutionError> error =
      Execution({*this, budget_, functions_, options_.missing_key, sink, options_.observer}, templates, tmpl)
          .Run(data);
  templates_ = outer;
  return error;
}

}  // namespace kval::gotemplate
