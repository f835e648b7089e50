#include "src/lang/kcl/signatures/signatures.h"

namespace kval::kcl::signatures {
namespace {

constexpr std::string_view kNumber = "int | float";
constexpr std::string_view kIterable = "str | {any:any} | [any]";
constexpr bool kOptional = true;

constexpr Signature kFunctions[] = {
    {"option",
     {{{"key", "str"},
       {"type", "str", kOptional},
       {"required", "bool", kOptional},
       {"default", "any", kOptional},
       {"help", "str", kOptional}}},
     "any",
     "the top-level argument of that key"},
    {"print", {}, "any", "writes the values, separated by `sep` and ended by `end`", true},
    {"multiplyof", {{{"a", "int"}, {"b", "int"}}}, "bool", "whether `a` is a multiple of `b`"},
    {"isunique", {{{"inval", "[any]"}}}, "bool", "whether no item of the list occurs twice"},
    {"isnullish", {{{"inval"}}}, "bool", "whether the value is None or Undefined"},
    {"len", {{{"inval", kIterable}}}, "int", "the number of items, entries or characters"},
    {"abs", {{{"inval"}}}, "any", "the absolute value of a number"},
    {"all_true", {{{"inval", "[any]"}}}, "bool", "whether every item is true; an empty list is"},
    {"any_true", {{{"inval", "[any]"}}}, "bool", "whether any item is true; of an empty list none is"},
    {"hex", {{{"number", "int"}}}, "str", "the hexadecimal form of an integer, with `0x`"},
    {"bin", {{{"number", "int"}}}, "str", "the binary form of an integer, with `0b`"},
    {"oct", {{{"number", "int"}}}, "str", "the octal form of an integer, with `0o`"},
    {"ord", {{{"c", "str"}}}, "int", "the code point of a string of one character"},
    {"sorted",
     {{{"inval", kIterable}, {"reverse", "bool", kOptional}}},
     "[any]",
     "the items in ascending, or with `reverse` descending, order"},
    {"range",
     {{{"start", "int", kOptional}, {"stop", "int", kOptional}, {"step", "int", kOptional}}},
     "[int]",
     "the integers from `start` (0) up to but without `stop`"},
    {"max", {}, "any", "the greatest item of one list, or the greatest argument", true},
    {"min", {}, "any", "the smallest item of one list, or the smallest argument", true},
    {"sum", {{{"iterable", "[any]"}, {"start", "any", kOptional}}}, "any", "`start` (0) plus all items"},
    {"pow",
     {{{"x", kNumber}, {"y", kNumber}, {"z", kNumber, kOptional}}},
     kNumber,
     "`x ** y`, or with `z` the remainder `x ** y % z`"},
    {"round",
     {{{"number", kNumber}, {"ndigits", "int", kOptional}}},
     kNumber,
     "the number rounded to `ndigits` decimal places, or to an integer"},
    {"zip", {}, "[any]", "lists of the first items of all arguments, of the second ones, and so on", true},
    {"int",
     {{{"number"}, {"base", "int", kOptional}}},
     "int",
     "a number cut to an integer, or the integer that a string spells in the base (10)"},
    {"float", {{{"number"}}}, "float", "the floating point number of a number or its spelling"},
    {"bool", {{{"x", "any", kOptional}}}, "bool", "whether the value is true"},
    {"str", {{{"x", "any", kOptional}}}, "str", "the value as text"},
    {"list",
     {{{"x", "any", kOptional}}},
     "[any]",
     "the items of a list, the keys of a dict or the characters of a string"},
    {"dict", {{{"x", "any", kOptional}}}, "{any:any}", "a dict of pairs and of keyword arguments", true},
    {"typeof",
     {{{"x"}, {"full_name", "bool", kOptional}}},
     "str",
     "the name of the value's type, with `full_name` including the package of a schema"},
    {"reduce",
     {{{"reducer", "(any, any) -> any"}, {"list", "[any]"}, {"initial", "any", kOptional}}},
     "any",
     "the items joined one after the other by a function of the result so far and the item"},
};

constexpr Signature kStringMethods[] = {
    {"capitalize", {}, "str", "the first character in upper case and the rest in lower case"},
    {"chars", {}, "[str]", "the characters"},
    {"count",
     {{{"sub", "str"}, {"start", "int", kOptional}, {"end", "int", kOptional}}},
     "int",
     "how often `sub` occurs without overlap"},
    {"endswith",
     {{{"val", "str"}, {"start", "int", kOptional}, {"end", "int", kOptional}}},
     "bool",
     "whether the string ends with `val`"},
    {"find",
     {{{"sub", "str"}, {"start", "int", kOptional}, {"end", "int", kOptional}}},
     "int",
     "the first place of `sub`, or -1"},
    {"format", {}, "str", "the string with its `{}` fields replaced by the arguments", true},
    {"index",
     {{{"sub", "str"}, {"start", "int", kOptional}, {"end", "int", kOptional}}},
     "int",
     "the first place of `sub`, which must occur"},
    {"isalpha", {}, "bool", "whether there are characters and all are letters"},
    {"isalnum", {}, "bool", "whether there are characters and all are letters or digits"},
    {"isdigit", {}, "bool", "whether there are characters and all are digits"},
    {"islower", {}, "bool", "whether there are characters and all are lower case"},
    {"isspace", {}, "bool", "whether there are characters and all are white space"},
    {"istitle", {}, "bool", "whether the words begin with capitals and go on in lower case"},
    {"isupper", {}, "bool", "whether there are characters and all are upper case"},
    {"join", {{{"iter", "[any]"}}}, "str", "the items, with the string between them"},
    {"lower", {}, "str", "the string in lower case"},
    {"upper", {}, "str", "the string in upper case"},
    {"lstrip", {{{"chars", "str", kOptional}}}, "str", "the string without leading white space or `chars`"},
    {"rstrip", {{{"chars", "str", kOptional}}}, "str", "the string without trailing white space or `chars`"},
    {"replace",
     {{{"old", "str"}, {"new", "str"}, {"count", "int", kOptional}}},
     "str",
     "the string with all, or the first `count`, occurrences of `old` replaced by `new`"},
    {"removeprefix", {{{"prefix", "str"}}}, "str", "the string without the prefix, if it has it"},
    {"removesuffix", {{{"suffix", "str"}}}, "str", "the string without the suffix, if it has it"},
    {"rfind",
     {{{"sub", "str"}, {"start", "int", kOptional}, {"end", "int", kOptional}}},
     "int",
     "the last place of `sub`, or -1"},
    {"rindex",
     {{{"sub", "str"}, {"start", "int", kOptional}, {"end", "int", kOptional}}},
     "int",
     "the last place of `sub`, which must occur"},
    {"rsplit",
     {{{"sep", "str", kOptional}, {"maxsplit", "int", kOptional}}},
     "[str]",
     "the parts between separators or white space, at most `maxsplit` splits from the right"},
    {"split",
     {{{"sep", "str", kOptional}, {"maxsplit", "int", kOptional}}},
     "[str]",
     "the parts between separators or white space, at most `maxsplit` splits from the left"},
    {"splitlines",
     {{{"keepends", "bool", kOptional}}},
     "[str]",
     "the lines, with `keepends` with their line ends"},
    {"startswith",
     {{{"val", "str"}, {"start", "int", kOptional}, {"end", "int", kOptional}}},
     "bool",
     "whether the string starts with `val`"},
    {"strip",
     {{{"chars", "str", kOptional}}},
     "str",
     "the string without white space or `chars` at both ends"},
    {"title", {}, "str", "the string with every word capitalised"},
};

template <typename Row>
const Row* Find(std::span<const Row> rows, std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace

std::span<const Signature> BuiltinFunctions() {
  return kFunctions;
}
std::span<const Signature> StringMethods() {
  return kStringMethods;
}
const Signature* FindBuiltin(std::string_view name) {
  return Find(BuiltinFunctions(), name);
}
const Signature* FindStringMethod(std::string_view name) {
  return Find(StringMethods(), name);
}
const Module* FindSystemModule(std::string_view name) {
  return Find(SystemModules(), name);
}

const Signature* FindFunction(const Module& module, std::string_view name) {
  return Find(module.functions, name);
}
const Constant* FindConstant(const Module& module, std::string_view name) {
  return Find(module.constants, name);
}

}  // namespace kval::kcl::signatures
