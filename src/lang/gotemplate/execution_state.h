#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/budget.h"
#include "src/lang/gotemplate/execution_options.h"
#include "src/lang/gotemplate/function_table.h"
#include "src/lang/gotemplate/sink.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/lang/gotemplate/value.h"
#include "src/support/native_stack.h"

namespace kval::gotemplate {

// What actions and expressions of one execution share: variables, the place for errors, and the error. After
// an error, everything returns at once, with any value.
class ExecutionState {
 public:
  struct Variable {
    std::string_view name;
    Value value;
  };

  struct Surroundings {
    Evaluator& evaluator;  // for native functions
    Budget& budget;
    const FunctionTable& functions;
    MissingKey missing_key;
    Sink& sink;
    Observer* observer;  // may be null
  };

  ExecutionState(const Surroundings& given, const Template& executed)
      : surroundings(given), tmpl(&executed) {}

  Budget& budget() { return surroundings.budget; }
  Heap& heap() { return surroundings.budget.heap(); }

  void At(const Node& at) { node = &at; }
  bool failed() const { return error.has_value(); }
  // Fails at the current node. Returns an untyped nil.
  Value Fail(const std::string& message);
  // The same because of values with the origins.
  Value Fail(const std::string& message, OriginSet origins);
  // Fails because of the limit that was exceeded.
  void FailLimit();
  // Counts a step and checks the native stack. Fails the execution if it may not go on.
  bool MayContinue() { return !failed() && CountStep(HasStack()); }
  // Records that the program read a value. Returns it.
  const Value& Read(const Value& value);

  // Variables of the template that is executed.
  void Push(std::string_view name, const Value& value) { variables.push_back({name, value}); }
  void SetVariable(std::string_view name, const Value& value);
  Value FindVariable(std::string_view name);
  // Notifies the observer of nodes that are not evaluated.
  void Skip(const Value& dot, NodeList nodes);
  // Dot and the values of the variables of the template.
  std::vector<Value> InScope(const Value& dot) const;

  const Surroundings surroundings;
  const Template* tmpl;
  const Node* node = nullptr;  // for errors
  std::vector<Variable> variables;
  size_t frame = 0;     // the first variable of the template
  OriginSet reads;      // of the action that is executed
  OriginSet condition;  // of the innermost branch around it that has origins
  std::optional<ExecutionError> error;

 private:
  bool CountStep(bool has_stack);
};

}  // namespace kval::gotemplate
