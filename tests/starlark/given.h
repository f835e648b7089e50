#pragma once

#include <optional>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/program_segment.h"

namespace kval::starlark {

// A host that keeps the arguments of the last host call. For tests of expressions and arguments, which occur
// in programs only in such calls.
class Given final : public Host {
 public:
  Status Run(Interpreter&, uint32_t, source::Span, const Args& args) override {
    arguments = ArgList{{args.positional.begin(), args.positional.end()},
                        {args.spans.begin(), args.spans.end()},
                        {args.keywords.begin(), args.keywords.end()}};
    return Success{};
  }
  Status BeginFunction(Interpreter&, std::string_view) override { return Success{}; }
  Outcome<Value> EndFunction(Interpreter&, bool) override { return Value::None(); }

  ArgList arguments;
};

// Evaluates `code` as arguments, or as an expression that is the only argument. Returns nullopt if syntax
// errors were reported.
inline std::optional<Outcome<ArgList>> Give(Interpreter& interpreter, HostCall::Form form, source::Span code,
                                            const Environment& environment, diag::Emitter& emitter) {
  const ProgramSegment segments[] = {HostCall{0, code, form, code}};
  const Program* program = interpreter.Parse("given", segments, environment, emitter);
  if (program == nullptr) {
    return std::nullopt;
  }
  Given given;
  Outcome<Module*> ran = interpreter.Run(*program, &given);
  return ran ? Outcome<ArgList>(std::move(given.arguments)) : Outcome<ArgList>(ran.Pass());
}

// Returns the value of an expression; nullopt if syntax errors were reported.
inline std::optional<Outcome<Value>> Evaluate(Interpreter& interpreter, source::Span code,
                                              const Environment& environment, diag::Emitter& emitter) {
  std::optional<Outcome<ArgList>> given =
      Give(interpreter, HostCall::Form::kExpression, code, environment, emitter);
  if (!given.has_value()) {
    return std::nullopt;
  }
  return *given ? Outcome<Value>((*given)->positional.at(0)) : Outcome<Value>(given->Pass());
}

}  // namespace kval::starlark
