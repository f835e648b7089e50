#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/lang/kcl/eval/interpreter.h"

namespace kval::kcl::eval {

// The part of the Runtime interface that depends on the state of the evaluation only: location, permissions,
// options, remaining limits. The Evaluator implements the functions that run code.
class HostContext : public Interpreter {
 public:
  HostContext(const Program& program, source::FileReader& files, diag::Emitter& emitter, EvalOptions options,
              ExpressionEvaluator& expressions)
      : Interpreter(expressions), context_(program, files, emitter, std::move(options)) {}

  Context& context() { return context_; }
  const Context& context() const { return context_; }
  // The result of `manifests.yaml_stream`: the string that replaces the whole output, and its documents.
  const std::optional<std::string>& replaced_output() const { return replaced_output_; }
  const Value& replaced_documents() const { return replaced_documents_; }

  runtime::Heap& heap() final { return context_.heap(); }
  Value Fail(std::string message) final {
    return context_.FailAt(context_.trace().place, std::move(message));
  }
  Value FailBetween(source::Span place, source::Span other, std::string other_text,
                    std::string message) final {
    return context_.FailBetween(place, other, std::move(other_text), std::move(message));
  }
  Value FailLimit(runtime::Limit limit, std::string message) final {
    return context_.FailLimit(limit, std::move(message));
  }
  void Advise(std::string headline, std::string hint) final {
    context_.failures().Advise(std::move(headline), std::move(hint));
  }
  void Warn(const std::string& message, const std::string& hint) final {
    context_.Warn(context_.trace().place, message, hint);
  }
  bool failed() const final { return context_.failed(); }
  std::string TakeFailure() final { return context_.failures().Take(); }
  void SetPlace(source::Span place) final { context_.trace().place = place; }
  bool Charge(uint64_t steps) final { return context_.Charge(steps); }
  const Limits& limits() const final { return context_.options().limits; }
  Value Option(std::string_view key, bool is_string) final;
  void Print(std::string_view text) final;
  void ReplaceOutput(std::string text, Value documents) final {
    replaced_output_ = std::move(text);
    replaced_documents_ = documents;
  }
  source::FileReader& files() final { return context_.files(); }
  bool effects_allowed() const final { return context_.options().allow_effects; }
  std::string_view writable_root() const final { return context_.options().writable_root; }
  std::shared_ptr<void> HoldEnd() const final {
    return context_.options().hold_end ? context_.options().hold_end() : nullptr;
  }
  std::string_view working_directory() const final { return context_.options().working_directory; }
  std::string_view module_root() const final { return context_.program().root; }
  std::string_view current_file() const final { return context_.current_file(); }
  bool strict_range() const final { return context_.options().strict_range; }
  std::string FirstParameterType(const Value& function) final;
  ThreadCache* kept() final { return context_.options().kept; }

 private:
  Context context_;
  std::optional<std::string> replaced_output_;
  Value replaced_documents_;
};

}  // namespace kval::kcl::eval
