#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/ops.h"
#include "src/source/source_map.h"
#include "tests/starlark/given.h"

namespace kval::starlark {

// An interpreter with sources, environment and diagnostics, for one test.
class Session {
 public:
  explicit Session(Limits limits = {}, Loader* loader = nullptr)
      : interpreter_(&sources_, {limits, loader,
                                 [this](std::string_view line) { printed += std::string(line) + "\n"; }}),
        environment_(&interpreter_.universe()),
        emitter_(&collector_) {}

  Interpreter& interpreter() { return interpreter_; }
  Environment& environment() { return environment_; }
  source::SourceMap& sources() { return sources_; }
  diag::Emitter& emitter() { return emitter_; }

  // Returns the reported messages with their hints, one per line.
  std::string Reported() const {
    std::string text;
    for (const diag::Diagnostic& diagnostic : collector_.diagnostics()) {
      text += diagnostic.message + (diagnostic.hint.empty() ? "" : " (hint: " + diagnostic.hint + ")") + "\n";
    }
    return text;
  }
  // Returns the source text of each primary label.
  std::vector<std::string> ReportedPlaces() const {
    std::vector<std::string> places;
    for (const diag::Diagnostic& diagnostic : collector_.diagnostics()) {
      places.emplace_back(diagnostic.labels.empty() || !diagnostic.labels[0].span.has_value()
                              ? ""
                              : sources_.Text(diagnostic.labels[0].span));
    }
    return places;
  }

  const Program* Parse(std::string_view text, std::string name = "test.star") {
    const source::SourceFile& file = sources_.AddText(name, std::string(text));
    const ProgramSegment segments[] = {StarlarkCode{file.span()}};
    return interpreter_.Parse(name, segments, environment_, emitter_);
  }

  // Returns the repr of an expression, or `error: …`.
  std::string Eval(std::string_view text) {
    const source::SourceFile& file = sources_.AddText("expr", std::string(text));
    std::optional<Outcome<Value>> value = Evaluate(interpreter_, file.span(), environment_, emitter_);
    if (!value.has_value()) {
      return "error: " + Reported();
    }
    return *value ? Repr(**value) : Describe(value->error());
  }

  // Runs a program. Returns the repr of its global `result`, or `error: …`.
  std::string Run(std::string_view text, Host* host = nullptr) {
    const Program* program = Parse(text);
    if (!program) {
      return "error: " + Reported();
    }
    Outcome<Module*> module = interpreter_.Run(*program, host);
    if (!module) {
      return Describe(module.error());
    }
    const Value result = (*module)->Find("result");
    return result.is_set() ? Repr(result) : "no result";
  }

  std::string Describe(const EvalError& error) {
    last_error = error;
    return "error: " + error.message;
  }

  std::string printed;
  EvalError last_error;

 private:
  source::SourceMap sources_;
  Interpreter interpreter_;
  Environment environment_;
  diag::Collector collector_;
  diag::Emitter emitter_;
};

}  // namespace kval::starlark
