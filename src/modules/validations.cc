#include <array>

#include "src/formats/format.h"
#include "src/lang/starlark/ops.h"
#include "src/modules/builders.h"
#include "src/modules/documented.h"
#include "src/modules/native.h"
#include "src/modules/rule.h"

// The keyword rules of `@schema/validate` as functions, for use in positional places: `validations.min(2)`.
// Source: ytt's schema proposal, "@schema/validate".
namespace kval::modules {
namespace {

using starlark::Interpreter;

// A rule derived from its argument: its check and its description, `at least 2`.
struct Made {
  ValueCheck validator;
  std::string wants;
};

// A rule that is made from an argument.
struct Family {
  std::string_view name;
  std::string_view title;
  std::string_view doc;  // appended to the title in the documentation
  Outcome<Made> (*make)(Interpreter& interpreter, Value argument);
};

// A rule that needs none.
struct Plain {
  std::string_view name;
  std::string_view doc;
  ValueCheck (*validator)();
};

Outcome<Made> MakeMin(Interpreter& /*interpreter*/, Value bound) {
  return Made{AtLeast(bound), "at least " + starlark::Repr(bound)};
}

Outcome<Made> MakeMax(Interpreter& /*interpreter*/, Value bound) {
  return Made{AtMost(bound), "at most " + starlark::Repr(bound)};
}

Outcome<Made> MakeMinLen(Interpreter& /*interpreter*/, Value bound) {
  Outcome<int64_t> length = LengthBound(bound);
  if (!length.ok()) {
    return length.Pass();
  }
  return Made{LengthAtLeast(*length), "a length of at least " + std::to_string(*length)};
}

Outcome<Made> MakeMaxLen(Interpreter& /*interpreter*/, Value bound) {
  Outcome<int64_t> length = LengthBound(bound);
  if (!length.ok()) {
    return length.Pass();
  }
  return Made{LengthAtMost(*length), "a length of at most " + std::to_string(*length)};
}

Outcome<Made> MakeOneOf(Interpreter& /*interpreter*/, Value allowed) {
  if (!IsSequence(allowed)) {
    return EvalFailure("expected a sequence, but was a '" + std::string(starlark::TypeName(allowed)) + "'");
  }
  return Made{OneOf(allowed), "one of " + starlark::Repr(allowed)};
}

Outcome<Made> MakeOneNotNull(Interpreter& /*interpreter*/, Value keys) {
  if (keys.is_bool() && keys.boolean()) {
    return Made{OneNotNull({}), "exactly one of all children to be not null"};
  }
  if (!IsSequence(keys)) {
    return EvalFailure("expected a sequence of keys, but was a '" + std::string(starlark::TypeName(keys)) +
                       "'");
  }
  return Made{OneNotNull(keys), "exactly one of " + starlark::Repr(keys) + " to be not null"};
}

Outcome<Made> MakeRegexp(Interpreter& interpreter, Value pattern) {
  Outcome<std::string_view> text = TextOf(pattern);
  if (!text.ok()) {
    return text.Pass();
  }
  Outcome<ValueCheck> validator = MatchesPattern(interpreter, *text);
  if (!validator.ok()) {
    return validator.Pass();
  }
  return Made{std::move(*validator), "text that matches " + std::string(*text)};
}

Outcome<Made> MakeFormat(Interpreter& /*interpreter*/, Value name) {
  Outcome<std::string_view> text = TextOf(name);
  if (!text.ok()) {
    return text.Pass();
  }
  if (const formats::FormatEntry* format = formats::Find(*text)) {
    return Made{HasFormat(format), std::string(format->doc) + " (" + std::string(format->source) + ")"};
  }
  std::vector<std::string_view> names;
  for (const formats::FormatEntry& format : formats::Builtin()) {
    names.push_back(format.name);
  }
  return EvalFailure(
      starlark::MakeMessage("unknown format `", *text, "`" + starlark::SuggestionText(*text, names, "")));
}

Outcome<Made> MakeStartsWith(Interpreter& /*interpreter*/, Value prefix) {
  Outcome<std::string_view> text = TextOf(prefix);
  if (!text.ok()) {
    return text.Pass();
  }
  return Made{StartsWith(*text), "text that starts with " + starlark::Repr(prefix)};
}

Outcome<Made> MakeEndsWith(Interpreter& /*interpreter*/, Value suffix) {
  Outcome<std::string_view> text = TextOf(suffix);
  if (!text.ok()) {
    return text.Pass();
  }
  return Made{EndsWith(*text), "text that ends with " + starlark::Repr(suffix)};
}

constexpr std::array<Family, 11> kFamilies = {{
    {"min", "Minimum", "a value that is not smaller than the given one", MakeMin},
    {"max", "Maximum", "a value that is not larger than the given one", MakeMax},
    {"min_len", "Minimum length", "a string, array or map of at least the given length", MakeMinLen},
    {"max_len", "Maximum length", "a string, array or map of at most the given length", MakeMaxLen},
    {"enum", "Enumeration", "one of the given values", MakeOneOf},
    {"one_of", "Enumeration", "one of the given values", MakeOneOf},
    {"one_not_null", "Exactly one", "a map in which exactly one of the given keys is not null",
     MakeOneNotNull},
    {"regexp", "Regular expression", "text in which the given regular expression matches (RE2 syntax)",
     MakeRegexp},
    {"format", "Format", "text of the named format, for example an ip, a uri or a date-time", MakeFormat},
    {"starts_with", "Prefix", "text that starts with the given text", MakeStartsWith},
    {"ends_with", "Suffix", "text that ends with the given text", MakeEndsWith},
}};

constexpr std::array<Plain, 2> kPlain = {{
    {"not_null", "Not null: any value but null", NotNull},
    {"unique", "Unique: an array in which no item occurs twice", Unique},
}};

Outcome<Value> RunFamily(const Call& call, const Family& family) {
  const std::string title(family.title);
  if (IsDocRequest(call.args)) {
    return NewText(call, title + ": " + std::string(family.doc));
  }
  if (Status exact = ExpectCount(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  Outcome<Made> made = family.make(call.interpreter, call.args.positional[0]);
  if (!made.ok()) {
    return made.Pass();
  }
  return Value(call.interpreter.heap().New<Rule>(std::string(family.name), call.args.positional[0],
                                                 title + ": " + made->wants, std::move(made->validator)));
}

}  // namespace

starlark::Module* MakeValidations(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("validations");
  for (const Family& family : kFamilies) {
    Define(build.heap, *module, family.name, [&family](const Call& call) { return RunFamily(call, family); });
  }
  for (const Plain& plain : kPlain) {
    module->Define(plain.name, build.heap.New<Rule>(std::string(plain.name), Value::Bool(true),
                                                    std::string(plain.doc), plain.validator()));
  }
  return module;
}

}  // namespace kval::modules
