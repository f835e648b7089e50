#include "src/lang/starlark/ops.h"
#include "src/modules/builders.h"
#include "src/modules/documented.h"
#include "src/modules/native.h"
#include "src/modules/pattern.h"

// Source: ytt pkg/yttlibrary/regexp.go.
namespace kval::modules {
namespace {

constexpr std::string_view kDoc =
    "Valid regular expression: RE2 syntax, for example ^[a-z]+$ (github.com/google/re2/wiki/Syntax)";

// The pattern and the text of the first two arguments.
struct Subject {
  Pattern pattern;
  std::string_view text;
};

Outcome<Subject> SubjectOf(const Call& call, size_t arguments) {
  if (Status exact = ExpectExactly(call, arguments); !exact.ok()) {
    return exact.Pass();
  }
  Outcome<std::string_view> source = TextOf(call.args.positional[0]);
  if (!source.ok()) {
    return source.Pass();
  }
  Outcome<Pattern> pattern = Pattern::Compile(call.interpreter, *source);
  if (!pattern.ok()) {
    return pattern.Pass();
  }
  Outcome<std::string_view> text = TextOf(call.args.positional[1]);
  if (!text.ok()) {
    return text.Pass();
  }
  return Subject{std::move(*pattern), *text};
}

Outcome<Value> RunMatch(const Call& call) {
  Outcome<Subject> subject = SubjectOf(call, 2);
  if (!subject.ok()) {
    return subject.Pass();
  }
  Outcome<bool> matches = subject->pattern.Matches(call.interpreter, subject->text);
  return matches.ok() ? Outcome<Value>(Value::Bool(*matches)) : matches.Pass();
}

Outcome<Value> ReplaceByFunction(const Call& call, const Subject& subject, Value function) {
  Outcome<std::string> replaced = subject.pattern.Replace(
      call.interpreter, subject.text, [&](std::string_view match) -> Outcome<std::string> {
        const Value argument = call.interpreter.heap().NewString(match);
        Outcome<Value> result = call.interpreter.Call(function, std::span(&argument, 1), call.at);
        if (!result.ok()) {
          return result.Pass();
        }
        Outcome<std::string_view> text = TextOf(*result);
        if (!text.ok()) {
          return text.Pass();
        }
        return std::string(*text);
      });
  return NewText(call, std::move(replaced));
}

Outcome<Value> RunReplace(const Call& call) {
  Outcome<Subject> subject = SubjectOf(call, 3);
  if (!subject.ok()) {
    return subject.Pass();
  }
  const Value replacement = call.args.positional[2];
  if (starlark::IsCallable(replacement)) {
    return ReplaceByFunction(call, *subject, replacement);
  }
  Outcome<std::string_view> text = TextOf(replacement);
  if (!text.ok()) {
    return text.Pass();
  }
  // A replacement can repeat the text for every byte of it.
  if (!call.interpreter.heap().Allows((subject->text.size() + 1) * (text->size() + 1))) {
    return starlark::OutOfMemory(call.interpreter.heap());
  }
  return NewText(call, subject->pattern.Replace(call.interpreter, subject->text, *text));
}

bool IsValid(starlark::Interpreter& interpreter, std::string_view text) {
  return Pattern::Compile(interpreter, text).ok();
}

}  // namespace

starlark::Module* MakeRegexp(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("regexp");
  Define(build.heap, *module, "match", RunMatch);
  Define(build.heap, *module, "replace", RunReplace);
  DefinePredicate(build.heap, *module, "is_valid", kDoc, IsValid);
  return module;
}

}  // namespace kval::modules
