#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/source/file_reader.h"

namespace kval::kcl::builtins {

// A Runtime without an evaluator: files in memory, and native functions only.
class FakeRuntime final : public runtime::Runtime {
 public:
  runtime::Heap& heap() override { return heap_; }
  runtime::Value Fail(std::string message) override {
    if (!failed_) {
      failed_ = true;
      message_ = std::move(message);
    }
    return {};
  }
  bool failed() const override { return failed_; }
  std::string TakeFailure() override {
    failed_ = false;
    return std::exchange(message_, {});
  }
  runtime::Value Call(const runtime::Value& function, const runtime::CallArgs& args) override {
    return function.function->native(*this, args);
  }
  runtime::Value Instantiate(const runtime::SchemaType&, const runtime::Dict&,
                             const runtime::CallArgs&) override {
    return {};
  }
  bool Charge(uint64_t) override { return true; }
  runtime::Value Option(std::string_view key, bool) override {
    auto found = options.find(std::string(key));
    return found == options.end() ? runtime::Value() : found->second;
  }
  void Print(std::string_view text) override { printed += text; }
  void ReplaceOutput(std::string text, runtime::Value) override { output = std::move(text); }
  runtime::Value Instances(const runtime::SchemaType&, bool) override { return {}; }
  source::FileReader& files() override { return file_reader; }
  bool effects_allowed() const override { return false; }
  std::string_view working_directory() const override { return "/project"; }
  std::string_view module_root() const override { return "/project"; }
  std::string_view current_file() const override { return "/project/main.k"; }
  bool strict_range() const override { return false; }

  source::MemoryFileReader file_reader;
  std::map<std::string, runtime::Value> options;
  std::string printed;
  std::string output;

 private:
  runtime::Heap heap_{size_t{64} << 20};
  bool failed_ = false;
  std::string message_;
};

}  // namespace kval::kcl::builtins
