#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/collector.h"
#include "src/lang/kcl/eval/evaluation.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/source/source_map.h"

namespace kval::kcl::eval {

// Runs an in-memory program, `/p/main.k`.
class TestProgram {
 public:
  explicit TestProgram(std::string text, EvalOptions options = {}) {
    files_.Add("/p/main.k", std::move(text));
    options_ = std::move(options);
  }
  void Add(std::string path, std::string text) { files_.Add(std::move(path), std::move(text)); }

  // Returns the result as YAML, or "!" and the first message.
  std::string Run() {
    if (!Start()) {
      return Complaint();
    }
    if (!evaluation_->Run()) {
      return Complaint();
    }
    runtime::Value result = evaluation_->Result();
    return evaluation_->failed() ? Complaint() : YamlText(result);
  }
  // Analyzes the program without evaluating it. Returns false if an error was reported.
  bool Start() {
    LoadOptions load;
    load.entries = {"/p/main.k"};
    program_ = Analyze(sources_, files_, load, emitter_);
    if (emitter_.error_count() > 0) {
      return false;
    }
    evaluation_ = std::make_unique<Evaluation>(*program_, files_, emitter_, options_);
    return true;
  }

  Evaluation& evaluation() { return *evaluation_; }
  const Program& program() { return *program_; }
  const kcl::Schema& schema(std::string_view name) {
    for (const auto& schema : program_->schemas) {
      if (program_->ast.names.Text(schema->name) == name) {
        return *schema;
      }
    }
    return *program_->schemas.front();
  }
  source::SourceMap& sources() { return sources_; }
  const std::vector<diag::Diagnostic>& diagnostics() const { return collector_.diagnostics(); }
  std::string Complaint() const { return diagnostics().empty() ? "!" : "!" + diagnostics().front().message; }

 private:
  source::MemoryFileReader files_;
  source::SourceMap sources_;
  diag::Collector collector_;
  diag::Emitter emitter_{&collector_};
  std::unique_ptr<Program> program_;
  EvalOptions options_;
  std::unique_ptr<Evaluation> evaluation_;
};

}  // namespace kval::kcl::eval
