#include "src/lang/gotemplate/execution_state.h"

#include "src/lang/gotemplate/observer.h"
#include "src/lang/gotemplate/quote.h"

namespace kval::gotemplate {

Value ExecutionState::Fail(const std::string& message) {
  if (failed()) {
    return {};
  }
  error = ExecutionError{"template: " + LocationText(*tmpl, *node) + ": executing " + Quote(tmpl->name) +
                             " at <" + NodeText(*node) + ">: " + message,
                         tmpl->SpanOf(*node), std::nullopt};
  error->condition = condition;
  return {};
}

Value ExecutionState::Fail(const std::string& message, OriginSet origins) {
  if (!failed()) {
    Fail(message);
    error->origins = origins;
  }
  return {};
}

void ExecutionState::FailLimit() {
  if (failed()) {
    return;
  }
  const ExceededLimit limit = budget().exceeded().value_or(ExceededLimit::kDepth);
  switch (limit) {
    case ExceededLimit::kSteps:
      Fail("exceeded the limit of steps");
      break;
    case ExceededLimit::kOutput:
      Fail("exceeded the limit of output");
      break;
    case ExceededLimit::kMemory:
      Fail("exceeded the limit of memory");
      break;
    case ExceededLimit::kDepth:
      Fail("exceeded maximum template depth (" + std::to_string(budget().limits().depth) + ")");
  }
  error->limit = limit;
}

bool ExecutionState::CountStep(bool has_stack) {
  if (!has_stack) {
    budget().Exceed(ExceededLimit::kDepth);
  }
  if (!budget().Step(1)) {
    FailLimit();
    return false;
  }
  return true;
}

const Value& ExecutionState::Read(const Value& value) {
  if (!value.origin().empty()) {
    reads = heap().origins().Union(reads, value.origin());
    surroundings.sink.Read(value.origin());
  }
  if (surroundings.observer != nullptr) {
    surroundings.observer->Read(value);
  }
  return value;
}

void ExecutionState::SetVariable(std::string_view name, const Value& value) {
  for (size_t index = variables.size(); index > frame; --index) {
    if (variables[index - 1].name == name) {
      variables[index - 1].value = value;
      return;
    }
  }
  Fail("undefined variable: " + std::string(name));
}

Value ExecutionState::FindVariable(std::string_view name) {
  for (size_t index = variables.size(); index > frame; --index) {
    if (variables[index - 1].name == name) {
      return variables[index - 1].value;
    }
  }
  return Fail("undefined variable: " + std::string(name));
}

void ExecutionState::Skip(const Value& dot, NodeList nodes) {
  if (surroundings.observer != nullptr && !nodes.empty()) {
    surroundings.observer->Skip(*tmpl, nodes, InScope(dot));
  }
}

std::vector<Value> ExecutionState::InScope(const Value& dot) const {
  std::vector<Value> values = {dot};
  for (size_t index = frame; index < variables.size(); ++index) {
    values.push_back(variables[index].value);
  }
  return values;
}

}  // namespace kval::gotemplate
