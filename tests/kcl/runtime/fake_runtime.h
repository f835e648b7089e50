#pragma once

#include <string>
#include <utility>

#include "src/lang/kcl/runtime/runtime.h"

namespace kval::kcl::runtime {

// A Runtime without an evaluator: records failures and has no schemas.
class FakeRuntime final : public Runtime {
 public:
  Heap& heap() override { return heap_; }
  Value Fail(std::string message) override {
    if (message_.empty()) {
      message_ = std::move(message);
    }
    return {};
  }
  bool failed() const override { return !message_.empty(); }
  std::string TakeFailure() override { return std::exchange(message_, {}); }
  Value Call(const Value&, const CallArgs&) override { return Fail("no calls"); }
  Value Instantiate(const SchemaType&, const Dict&, const CallArgs&) override { return Fail("no schemas"); }
  bool Charge(uint64_t) override { return true; }
  Value Option(std::string_view, bool) override { return {}; }
  void Print(std::string_view) override {}
  void ReplaceOutput(std::string, Value) override {}
  Value Instances(const SchemaType&, bool) override { return {}; }
  source::FileReader& files() override { return files_; }
  bool effects_allowed() const override { return false; }
  std::string_view working_directory() const override { return "."; }
  std::string_view module_root() const override { return "."; }
  std::string_view current_file() const override { return ""; }
  bool strict_range() const override { return false; }

 private:
  Heap heap_;
  std::string message_;
  source::MemoryFileReader files_;
};

}  // namespace kval::kcl::runtime
