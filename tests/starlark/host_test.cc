#include <gtest/gtest.h>

#include <map>

#include "tests/starlark/fixture.h"

namespace kval::starlark {
namespace {

// Records host calls. EndFunction returns the host calls of a function as a list.
class RecordingHost final : public Host {
 public:
  Status Run(Interpreter& interpreter, uint32_t op, source::Span, const Args& args) override {
    if (op == 99) {
      return EvalFailure("the host refuses");
    }
    std::string text = std::to_string(op);
    for (const Value value : args.positional) {
      text += " " + Repr(value);
    }
    for (const KeywordArg& keyword : args.keywords) {
      text += " " + std::string(keyword.name) + "=" + Repr(keyword.value);
    }
    if (open_.empty()) {
      log.push_back(text);
    } else {
      open_.back().push_back(interpreter.heap().NewString(text));
    }
    return Success{};
  }
  Status BeginFunction(Interpreter&, std::string_view) override {
    open_.emplace_back();
    return Success{};
  }
  Outcome<Value> EndFunction(Interpreter& interpreter, bool failed) override {
    const Value emitted = interpreter.heap().NewList(open_.back());
    open_.pop_back();
    failures += failed ? 1 : 0;
    return emitted;
  }

  std::vector<std::string> log;
  int failures = 0;

 private:
  std::vector<std::vector<Value>> open_;
};

// A program of lines: `@N code` is host call N with arguments, `=N code` is host call N with an expression.
class Template {
 public:
  Template(Session& session, std::string text) : session_(session) {
    const source::SourceFile& file = session.sources().AddText("template", std::move(text));
    for (uint32_t line = 1; line <= file.line_count(); ++line) {
      source::Span span = file.LineSpan(line);
      const std::string_view content = file.Text(span);
      if (!content.empty() && (content[0] == '@' || content[0] == '=')) {
        const auto op = static_cast<uint32_t>(std::stoul(std::string(content.substr(1))));
        const size_t space = content.find(' ');
        const auto skip = static_cast<uint32_t>(space == std::string_view::npos ? content.size() : space + 1);
        const HostCall::Form form =
            content[0] == '@' ? HostCall::Form::kArguments : HostCall::Form::kExpression;
        segments_.push_back(HostCall{op, span, form, {span.begin + skip, span.end}});
      } else {
        segments_.push_back(StarlarkCode{span});
      }
    }
  }

  std::string Run(Host& host) {
    const Program* program =
        session_.interpreter().Parse("template", segments_, session_.environment(), session_.emitter());
    if (!program) {
      return "error: " + session_.Reported();
    }
    Outcome<Module*> module = session_.interpreter().Run(*program, &host);
    if (!module) {
      return session_.Describe(module.error());
    }
    const Value result = (*module)->Find("result");
    return result.is_set() ? Repr(result) : "ok";
  }

 private:
  Session& session_;
  std::vector<ProgramSegment> segments_;
};

TEST(HostTest, host_calls_are_statements_of_blocks) {
  Session session;
  RecordingHost host;
  Template program(session, "for i in range(2):\n@1 i, x=i * 2\nif i == 1:\n=2 'one', i\nend\nend\n@3");
  EXPECT_EQ(program.Run(host), "ok");
  EXPECT_EQ(host.log, (std::vector<std::string>{"1 0 x=0", "1 1 x=2", "2 (\"one\", 1)", "3"}));
}

TEST(HostTest, functions_return_what_they_emitted) {
  Session session;
  RecordingHost host;
  Template program(session,
                   "def f(x):\n@1 x\nend\ndef g():\n@1\nreturn 5\nend\ndef h():\n@1\nif "
                   "True:\nreturn\nend\n@2\nend\nresult = [f(7), g(), h()]");
  EXPECT_EQ(program.Run(host), R"([["1 7"], 5, ["1"]])");
  EXPECT_TRUE(host.log.empty());
}

TEST(HostTest, nested_functions_emit_for_themselves) {
  Session session;
  RecordingHost host;
  Template program(
      session,
      "def f():\n@1\ndef g():\n@2\nend\n@3 g()\nend\ndef plain():\nreturn f()\nend\nresult = plain()");
  EXPECT_EQ(program.Run(host), R"(["1", "3 [\"2\"]"])");
}

TEST(HostTest, a_failing_function_is_ended) {
  Session session;
  RecordingHost host;
  Template program(session, "def f():\n@1\nfail('x')\nend\nf()");
  EXPECT_EQ(program.Run(host), "error: fail: x");
  EXPECT_EQ(host.failures, 1);
}

TEST(HostTest, code_continues_over_segments) {
  Session session;
  RecordingHost host;
  Template program(session,
                   "x = [\n  1,\n\n  2]\ny = \"\"\"a\nb\"\"\"\nz = 'a \\\nb' + \\\n  'c'\nresult = [x, y]");
  EXPECT_EQ(program.Run(host), R"([[1, 2], "a\nb"])");
  Session other;
  Template valid(other, "x = [\n  1,\n\n  2]\ny = \"\"\"a\nb\"\"\"\nz = 'b' + \\\n  'c'\nresult = [x, y, z]");
  EXPECT_EQ(valid.Run(host), R"([[1, 2], "a\nb", "bc"])");
}

TEST(HostTest, a_host_call_in_an_open_bracket_is_a_mistake) {
  Session session;
  RecordingHost host;
  Template program(session, "x = [\n@1\ny = 1");
  EXPECT_EQ(program.Run(host), "error: this bracket is never closed\n");
}

TEST(HostTest, mistakes_in_host_calls_have_their_place) {
  Session session;
  RecordingHost host;
  Template program(session, "@1 nothing, 1 +\n@2 1 2\n=3 a b\n=4 ");
  EXPECT_EQ(program.Run(host),
            "error: got newline, want primary expression\ngot int literal, want ','\ngot identifier, want "
            "end of expression\ngot end of file, want primary expression\n");
  Session names;
  Template undefined(names, "def f(x):\n@1 x, nothing\nend\n=2 other");
  EXPECT_EQ(undefined.Run(host),
            "error: undefined: other\nundefined: nothing (hint: a string needs quotes: `\"nothing\"`)\n");
  EXPECT_EQ(names.ReportedPlaces(), (std::vector<std::string>{"other", "nothing"}));
}

TEST(HostTest, failures_of_the_host_have_the_place_of_the_call) {
  Session session;
  RecordingHost host;
  Template program(session, "x = 1\n@99 x");
  EXPECT_EQ(program.Run(host), "error: the host refuses");
  EXPECT_EQ(session.sources().Text(session.last_error.at), "@99 x");
}

class MapLoader final : public Loader {
 public:
  Outcome<Module*> Load(Interpreter& interpreter, std::string_view module, std::string_view from,
                        source::Span) override {
    requested.push_back(std::string(from) + " " + std::string(module));
    Module* made = interpreter.heap().New<Module>(std::string(module));
    made->Define("helper", Value::Int(1));
    return module == "missing" ? Outcome<Module*>(EvalFailure("cannot load missing: no such file")) : made;
  }
  std::vector<std::string> requested;
};

TEST(HostTest, load_delegates) {
  MapLoader loader;
  Session session({}, &loader);
  EXPECT_EQ(
      session.Run("load('a.star', 'helper', h='helper')\ndef f(): return h + 1\nresult = [helper, f()]"),
      "[1, 2]");
  EXPECT_EQ(loader.requested, std::vector<std::string>{"test.star a.star"});
  EXPECT_EQ(session.Run("load('a.star', 'helpr')"), "error: load: name helpr not found in module a.star");
  EXPECT_EQ(session.sources().Text(session.last_error.at), "'helpr'");
  EXPECT_EQ(session.Run("load('missing', 'x')"), "error: cannot load missing: no such file");
}

TEST(HostTest, what_a_file_loads_it_does_not_export) {
  MapLoader loader;
  Session session({}, &loader);
  const Program* program = session.Parse("load('a.star', 'helper')\nx = helper");
  Outcome<Module*> module = session.interpreter().Run(*program);
  ASSERT_TRUE(module);
  EXPECT_FALSE((*module)->Find("helper").is_set());
  EXPECT_TRUE((*module)->Find("x").is_set());
}

class Celsius final : public HostValue {
 public:
  explicit Celsius(int64_t degrees) : degrees_(degrees) {}
  std::string_view TypeName() const override { return "celsius"; }
  std::string Repr() const override { return std::to_string(degrees_) + "C"; }
  std::optional<int64_t> Length() const override { return 2; }
  Outcome<Value> Attr(Interpreter&, std::string_view name) override {
    return name == "degrees" ? Value::Int(degrees_) : Value();
  }
  std::vector<std::string> AttrNames() const override { return {"degrees"}; }
  Outcome<Value> Index(Interpreter&, Value key) override { return key; }
  bool IsIterable() const override { return true; }
  bool Iterate(Interpreter&, std::vector<Value>& items) override {
    items.push_back(Value::Int(degrees_));
    return true;
  }
  Outcome<Value> Compare(Comparison comparison, Value other) override {
    const int64_t theirs = other.AsHost<Celsius>()->degrees_;
    switch (comparison) {
      case Comparison::kEqual:
        return Value::Bool(degrees_ == theirs);
      case Comparison::kLess:
        return Value::Bool(degrees_ < theirs);
      default:
        return Value();
    }
  }
  bool IsCallable() const override { return true; }
  Outcome<Value> Invoke(const starlark::Call& call) override {
    return Value::Int(degrees_ + static_cast<int64_t>(call.args.positional.size()));
  }

 private:
  int64_t degrees_;
};

TEST(HostTest, host_values_take_part_in_the_language) {
  Session session;
  session.environment().Define("c", Value(session.interpreter().heap().New<Celsius>(20)));
  session.environment().Define("d", Value(session.interpreter().heap().New<Celsius>(20)));
  const std::map<std::string, std::string> cases = {
      {"c", "20C"},
      {"str(c) + type(c)", R"("20Ccelsius")"},
      {"[c.degrees, c['k'], [x for x in c], len(c), c == d, c < d, c(1, 2)]",
       R"([20, "k", [20], 2, True, False, 22])"},
      {"c.degree", "error: celsius has no .degree field or method (did you mean .degrees?)"},
      {"c > d", "error: celsius > celsius not implemented"},
      {"1 in c", "error: unknown binary op: int in celsius"},
      {"{c: 1}", "error: unhashable type: celsius"},
      {"c + 1", "error: unknown binary op: celsius + int"},
  };
  for (const auto& [expression, result] : cases) {
    EXPECT_EQ(session.Eval(expression), result) << expression;
  }
  EXPECT_EQ(session.Run("c['x'] = 1"), "error: celsius value does not support item assignment");
}

TEST(HostTest, arguments_keep_their_spans) {
  Session session;
  session.environment().Define("x", Value::Int(3));
  const source::SourceFile& file = session.sources().AddText("f", "x + 1, name = \"v\", *[7]");
  std::optional<Outcome<ArgList>> given = Give(session.interpreter(), HostCall::Form::kArguments, file.span(),
                                               session.environment(), session.emitter());
  ASSERT_TRUE(given.has_value() && given->ok());
  const ArgList* list = &**given;
  ASSERT_EQ(list->positional.size(), 2U);
  EXPECT_EQ(Repr(list->positional[0]), "4");
  EXPECT_EQ(session.sources().Text(list->spans[0]), "x + 1");
  EXPECT_EQ(session.sources().Text(list->spans[1]), "[7]");
  EXPECT_EQ(list->keywords[0].name, "name");
  EXPECT_EQ(session.sources().Text(list->keywords[0].span), "\"v\"");
}

TEST(HostTest, empty_arguments) {
  Session session;
  const source::SourceFile& file = session.sources().AddText("f", "");
  for (const source::Span code : {file.span(), source::Span{}}) {
    std::optional<Outcome<ArgList>> given = Give(session.interpreter(), HostCall::Form::kArguments, code,
                                                 session.environment(), session.emitter());
    ASSERT_TRUE(given.has_value() && given->ok());
    EXPECT_TRUE((*given)->view().empty());
  }
}

}  // namespace
}  // namespace kval::starlark
