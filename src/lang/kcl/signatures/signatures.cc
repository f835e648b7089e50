#include "src/lang/kcl/signatures/signatures.h"

#include <algorithm>

namespace kval::kcl::signatures {
namespace {

constexpr Signature kFunctions[] = {
    {"option", "key: str, type?: str, required?: bool, default?: any, help?: str", "any",
     "the top-level argument of that key"},
    {"print", {}, "any", "writes the values, separated by `sep` and ended by `end`", true},
    {"multiplyof", "a: int, b: int", "bool", "whether `a` is a multiple of `b`"},
    {"isunique", "inval: [any]", "bool", "whether no item of the list occurs twice"},
    {"isnullish", "inval: any", "bool", "whether the value is None or Undefined"},
    {"len", "inval: str | {any:any} | [any]", "int", "the number of items, entries or characters"},
    {"abs", "inval: any", "any", "the absolute value of a number"},
    {"all_true", "inval: [any]", "bool", "whether every item is true; an empty list is"},
    {"any_true", "inval: [any]", "bool", "whether any item is true; of an empty list none is"},
    {"hex", "number: int", "str", "the hexadecimal form of an integer, with `0x`"},
    {"bin", "number: int", "str", "the binary form of an integer, with `0b`"},
    {"oct", "number: int", "str", "the octal form of an integer, with `0o`"},
    {"ord", "c: str", "int", "the code point of a string of one character"},
    {"sorted", "inval: str | {any:any} | [any], reverse?: bool", "[any]",
     "the items in ascending, or with `reverse` descending, order"},
    {"range", "start?: int, stop?: int, step?: int", "[int]",
     "the integers from `start` (0) up to but without `stop`"},
    {"max", {}, "any", "the greatest item of one list, or the greatest argument", true},
    {"min", {}, "any", "the smallest item of one list, or the smallest argument", true},
    {"sum", "iterable: [any], start?: any", "any", "`start` (0) plus all items"},
    {"pow", "x: int | float, y: int | float, z?: int | float", "int | float",
     "`x ** y`, or with `z` the remainder `x ** y % z`"},
    {"round", "number: int | float, ndigits?: int", "int | float",
     "the number rounded to `ndigits` decimal places, or to an integer"},
    {"zip", {}, "[any]", "lists of the first items of all arguments, of the second ones, and so on", true},
    {"int", "number: any, base?: int", "int",
     "a number cut to an integer, or the integer that a string spells in the base (10)"},
    {"float", "number: any", "float", "the floating point number of a number or its spelling"},
    {"bool", "x?: any", "bool", "whether the value is true"},
    {"str", "x?: any", "str", "the value as text"},
    {"list", "x?: any", "[any]", "the items of a list, the keys of a dict or the characters of a string"},
    {"dict", "x?: any", "{any:any}", "a dict of pairs and of keyword arguments", true},
    {"typeof", "x: any, full_name?: bool", "str",
     "the name of the value's type, with `full_name` including the package of a schema"},
    {"reduce", "reducer: (any, any) -> any, list: [any], initial?: any", "any",
     "the items joined one after the other by a function of the result so far and the item"},
};

constexpr Signature kStringMethods[] = {
    {"capitalize", {}, "str", "the first character in upper case and the rest in lower case"},
    {"chars", {}, "[str]", "the characters"},
    {"count", "sub: str, start?: int, end?: int", "int", "how often `sub` occurs without overlap"},
    {"endswith", "val: str, start?: int, end?: int", "bool", "whether the string ends with `val`"},
    {"find", "sub: str, start?: int, end?: int", "int", "the first place of `sub`, or -1"},
    {"format", {}, "str", "the string with its `{}` fields replaced by the arguments", true},
    {"index", "sub: str, start?: int, end?: int", "int", "the first place of `sub`, which must occur"},
    {"isalpha", {}, "bool", "whether there are characters and all are letters"},
    {"isalnum", {}, "bool", "whether there are characters and all are letters or digits"},
    {"isdigit", {}, "bool", "whether there are characters and all are digits"},
    {"islower", {}, "bool", "whether there are characters and all are lower case"},
    {"isspace", {}, "bool", "whether there are characters and all are white space"},
    {"istitle", {}, "bool", "whether the words begin with capitals and go on in lower case"},
    {"isupper", {}, "bool", "whether there are characters and all are upper case"},
    {"join", "iter: [any]", "str", "the items, with the string between them"},
    {"lower", {}, "str", "the string in lower case"},
    {"upper", {}, "str", "the string in upper case"},
    {"lstrip", "chars?: str", "str", "the string without leading white space or `chars`"},
    {"rstrip", "chars?: str", "str", "the string without trailing white space or `chars`"},
    {"replace", "old: str, new: str, count?: int", "str",
     "the string with all, or the first `count`, occurrences of `old` replaced by `new`"},
    {"removeprefix", "prefix: str", "str", "the string without the prefix, if it has it"},
    {"removesuffix", "suffix: str", "str", "the string without the suffix, if it has it"},
    {"rfind", "sub: str, start?: int, end?: int", "int", "the last place of `sub`, or -1"},
    {"rindex", "sub: str, start?: int, end?: int", "int", "the last place of `sub`, which must occur"},
    {"rsplit", "sep?: str, maxsplit?: int", "[str]",
     "the parts between separators or white space, at most `maxsplit` splits from the right"},
    {"split", "sep?: str, maxsplit?: int", "[str]",
     "the parts between separators or white space, at most `maxsplit` splits from the left"},
    {"splitlines", "keepends?: bool", "[str]", "the lines, with `keepends` with their line ends"},
    {"startswith", "val: str, start?: int, end?: int", "bool", "whether the string starts with `val`"},
    {"strip", "chars?: str", "str", "the string without white space or `chars` at both ends"},
    {"title", {}, "str", "the string with every word capitalised"},
};

// Returns the length of the text before the next comma outside brackets.
size_t LengthOfFirst(std::string_view list) {
  size_t depth = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '(' || list[i] == '[' || list[i] == '{') {
      ++depth;
    } else if (list[i] == ')' || list[i] == ']' || list[i] == '}') {
      --depth;
    } else if (list[i] == ',' && depth == 0) {
      return i;
    }
  }
  return list.size();
}

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

std::vector<Parameter> Signature::parameters() const {
  constexpr std::string_view kColon = ": ";
  constexpr std::string_view kComma = ", ";
  std::vector<Parameter> read;
  for (std::string_view rest = parameter_list; !rest.empty();) {
    const std::string_view first = rest.substr(0, LengthOfFirst(rest));
    const size_t colon = first.find(kColon);
    const bool has_default = first[colon - 1] == '?';
    read.push_back(
        {first.substr(0, colon - (has_default ? 1 : 0)), first.substr(colon + kColon.size()), has_default});
    rest.remove_prefix(std::min(first.size() + kComma.size(), rest.size()));
  }
  return read;
}

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
