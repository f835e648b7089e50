#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/support/arena.h"

namespace kval::starlark {

// A parsed and resolved program. Made by Interpreter; opaque to its users.
class Program {
 public:
  enum class Form : uint8_t { kFile, kExpression, kArguments };

  Program(std::string name, Form form) : name_(std::move(name)), form_(form) {}

  const std::string& name() const { return name_; }
  Form form() const { return form_; }
  // The top level. A kExpression program has a result instead of a body.
  const FunctionCode& code() const { return code_; }
  FunctionCode& mutable_code() { return code_; }
  // Of a kArguments program.
  std::span<Argument> arguments() const { return arguments_; }
  void set_arguments(std::span<Argument> arguments) { arguments_ = arguments; }
  // It reads names that nothing defines.
  bool has_undefined() const { return has_undefined_; }
  void set_has_undefined(bool has) { has_undefined_ = has; }
  std::vector<std::string_view>& globals() { return globals_; }
  const std::vector<std::string_view>& globals() const { return globals_; }
  Arena& arena() { return arena_; }

 private:
  std::string name_;
  Form form_;
  bool has_undefined_ = false;
  Arena arena_;
  FunctionCode code_;
  std::span<Argument> arguments_;
  std::vector<std::string_view> globals_;
};

}  // namespace kval::starlark
