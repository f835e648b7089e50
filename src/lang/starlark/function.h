#pragma once

#include <string_view>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/program.h"

namespace kval::starlark {

class Host;

// A captured variable.
class CaptureCell final : public Object {
 public:
  static constexpr Kind kKind = Kind::kCell;
  CaptureCell() : Object(kKind) {}
  Value value;
  bool is_tainted = false;  // what should have made the value failed, and was reported

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
  // Defaults by parameter slot; unset if there is none.
  const std::vector<Value>& fallbacks() const { return fallbacks_; }
  std::vector<Value>& mutable_fallbacks() { return fallbacks_; }
  const std::vector<CaptureCell*>& captured() const { return captured_; }
  std::vector<CaptureCell*>& mutable_captured() { return captured_; }
  // Returns false for functions that emit output, because their host belongs to one interpreter.
  bool Share(std::vector<Value>& parts) override;

 private:
  const FunctionCode* code_;
  const Program* program_;
  Module* module_;
  Host* host_;
  std::vector<Value> fallbacks_;
  std::vector<CaptureCell*> captured_;
};

}  // namespace kval::starlark
