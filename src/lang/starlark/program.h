#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/support/arena.h"

namespace kval::starlark {

// A parsed and resolved program. Made by Interpreter; opaque to its users.
class Program {
 public:
  explicit Program(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  // The top level.
  const FunctionCode& code() const { return code_; }
  FunctionCode& mutable_code() { return code_; }
  // It reads names that nothing defines.
  bool has_undefined() const { return has_undefined_; }
  void set_has_undefined(bool has) { has_undefined_ = has; }
  std::vector<std::string_view>& globals() { return globals_; }
  const std::vector<std::string_view>& globals() const { return globals_; }
  Arena& arena() { return arena_; }

 private:
  std::string name_;
  bool has_undefined_ = false;
  Arena arena_;
  FunctionCode code_;
  std::vector<std::string_view> globals_;
};

}  // namespace kval::starlark
