#pragma once

#include <string_view>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/program.h"

namespace kval::starlark {

class Host;

// A captured variable.
class Cell final : public Object {
 public:
  static constexpr Kind kKind = Kind::kCell;
  Cell() : Object(kKind) {}
  Value value;
  bool is_poisoned = false;  // what should have made the value failed, and was reported

  bool Share(std::vector<Value>& parts) override {
    parts.push_back(value);
    return true;
  }
};

// A def or lambda with its captures.
class Function final : public Object {
 public:
  static constexpr Kind kKind = Kind::kFunction;
  Function(const FunctionCode* code, const Program* program, Module* module, Host* host)
      : Object(kKind), code_(code), program_(program), module_(module), host_(host) {}

  const FunctionCode& code() const { return *code_; }
  const Program& program() const { return *program_; }
  Module* module() const { return module_; }
  Host* host() const { return host_; }
  std::string_view name() const { return code_->name; }
  // By slot of the parameters; unset where there is no default.
  const std::vector<Value>& fallbacks() const { return fallbacks_; }
  std::vector<Value>& mutable_fallbacks() { return fallbacks_; }
  const std::vector<Cell*>& captured() const { return captured_; }
  std::vector<Cell*>& mutable_captured() { return captured_; }
  // Returns false for functions that emit output, because their host belongs to one interpreter.
  bool Share(std::vector<Value>& parts) override;

 private:
  const FunctionCode* code_;
  const Program* program_;
  Module* module_;
  Host* host_;
  std::vector<Value> fallbacks_;
  std::vector<Cell*> captured_;
};

}  // namespace kval::starlark
