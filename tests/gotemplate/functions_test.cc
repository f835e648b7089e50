#include <gtest/gtest.h>

#include "tests/gotemplate/cases.h"

namespace kval::gotemplate {
namespace {

constexpr std::string_view kData = R"({
  "f": 2.5, "s": "a<b>&\"'", "list": [1, "b", null], "map": {"k": {"x": 1}}, "int": {"$int": "7"}, "null": null,
  "wide": {"$int64": "7"}, "natural": {"$uint64": "7"}, "v": {"$version": 1}, "words": {"$strings": ["a", "b"]}})";

TEST(Functions, Compare) {
  constexpr Case kCases[] = {
      {"{{eq 1 1}} {{eq 1 2 1}} {{ne `a` `b`}} {{eq .int .wide}} {{eq .int .natural}}",
       "true true true true true"},
      {"{{lt 1 2}} {{le 2 2}} {{gt 1.5 1.0}} {{ge `a` `b`}} {{lt -1 .natural}}", "true true true false true"},
      {"{{eq .null nil}} {{eq .map nil}} {{eq `a` nil}} {{eq .v .v}}", "true false false true"},
  };
  ExpectOutputs(kCases, kData);
  constexpr Case kErrors[] = {
      {"{{eq 1 1.0}}",
       "template: t:1:2: executing \"t\" at <eq 1 1.0>: error calling eq: incompatible types for comparison: "
       "int and "
       "float64"},
      {"{{lt true false}}",
       "template: t:1:2: executing \"t\" at <lt true false>: error calling lt: invalid type for comparison"},
      {"{{eq 1}}",
       "template: t:1:2: executing \"t\" at <eq 1>: error calling eq: missing argument for comparison"},
      {"{{eq .map .map}}",
       "template: t:1:2: executing \"t\" at <eq .map .map>: error calling eq: non-comparable type "
       "map[k:map[x:%!s(float64=1)]]: map[string]interface {}"},
  };
  ExpectErrors(kErrors, kData);
}

TEST(Functions, ShortCircuit) {
  constexpr Case kCases[] = {
      {"{{and 1 0 (fails `x`)}} {{or 0 2 (fails `x`)}} {{and 1 2}} {{or 0 ``}}", "0 2 2 "},
      {"{{1 | and 2}} {{0 | or ``}} {{not 0}} {{not .map}}", "1 0 true false"},
  };
  ExpectOutputs(kCases, kData);
}

TEST(Functions, ReadParts) {
  constexpr Case kCases[] = {
      {"{{index .list 1}} {{index .map `k` `x`}} {{index .words 0}} {{index `ab` 1}}", "b 1 a 98"},
      {"{{index .map `none`}} {{index .list}} {{len .list}} {{len `é`}} {{len .map}}",
       "<no value> [1 b <nil>] 3 2 1"},
      {"{{slice .list 1}} {{slice .list 0 1}} {{slice `abc` 1 2}} {{slice (slice .list 0 1) 0 2}}",
       "[b <nil>] [1] b [1 b]"},
  };
  ExpectOutputs(kCases, kData);
  constexpr Case kErrors[] = {
      {"{{index .list 4}}",
       "template: t:1:2: executing \"t\" at <index .list 4>: error calling index: index out of range: 4"},
      {"{{index .list 3}}",
       "template: t:1:2: executing \"t\" at <index .list 3>: error calling index: reflect: slice index out "
       "of range"},
      {"{{index .null 1}}",
       "template: t:1:2: executing \"t\" at <index .null 1>: error calling index: index of untyped nil"},
      {"{{index .map 1}}",
       "template: t:1:2: executing \"t\" at <index .map 1>: error calling index: value has type int; should "
       "be string"},
      {"{{len 3}}", "template: t:1:2: executing \"t\" at <len 3>: error calling len: len of type int"},
      {"{{len nil}}",
       "template: t:1:2: executing \"t\" at <len nil>: error calling len: reflect: call of "
       "reflect.Value.Type on zero "
       "Value"},
      {"{{len .null}}",
       "template: t:1:2: executing \"t\" at <len .null>: error calling len: len of nil pointer"},
      {"{{slice .list 2 1}}",
       "template: t:1:2: executing \"t\" at <slice .list 2 1>: error calling slice: invalid slice index: 2 > "
       "1"},
      {"{{call .f}}",
       "template: t:1:2: executing \"t\" at <call .f>: error calling call: non-function .f of type float64"},
      {"{{call nil}}", "template: t:1:2: executing \"t\" at <call nil>: error calling call: call of nil"},
  };
  ExpectErrors(kErrors, kData);
}

TEST(Functions, Escape) {
  constexpr Case kCases[] = {
      {"{{html .s}} {{.s | html}} {{html nil}}",
       "a&lt;b&gt;&amp;&#34;&#39; a&lt;b&gt;&amp;&#34;&#39; &lt;no value&gt;"},
      {"{{js `<a href='x'>` `é\u200b`}}", "\\u003Ca href\\u003D\\'x\\'\\u003Eé\\u200B"},
      {"{{urlquery `a b&é~`}}", "a+b%26%C3%A9~"},
  };
  ExpectOutputs(kCases, kData);
}

TEST(Functions, FormatIntegers) {
  constexpr Case kCases[] = {
      {"{{printf `%d|%5d|%-5d|%05d|%+d|% d` 42 42 42 42 42 42}}", "42|   42|42   |00042|+42| 42"},
      {"{{printf `%x|%X|%#x|%o|%#o|%O|%b|%#b` 255 255 255 8 8 8 5 5}}", "ff|FF|0xff|10|010|0o10|101|0b101"},
      {"{{printf `%c|%q|%U|%#U|%+q` 233 233 233 233 233}}", "é|'é'|U+00E9|U+00E9 'é'|'\\u00e9'"},
      {"{{printf `%.3d|%8.3d|%.0d|` 5 5 0}}", "005|     005||"},
      {"{{printf `%*d|%-*d|%[2]d|%[3]*.[2]*[1]f|` 5 42 4 7 8}}",
       "   42|7   |42|%!f(int=000000000000000000000000000000000000000005)|"},
      {"{{printf `%s %t %f` 1 1 1}}", "%!s(int=1) %!t(int=1) %!f(int=1)"},
  };
  ExpectOutputs(kCases, kData);
}

TEST(Functions, FormatFloats) {
  constexpr Case kCases[] = {
      {"{{printf `%v|%g|%f|%.2f|%e|%E|%G` 1e6 1e20 1.5 2.675 1234.5 1234.5 1e-7}}",
       "1e+06|1e+20|1.500000|2.67|1.234500e+03|1.234500E+03|1E-07"},
      {"{{printf `%8.2f|%-8.2f|%08.2f|%+.1f|% .1f` 3.14159 3.14159 -3.14159 1.0 1.0}}",
       "    3.14|3.14    |-0003.14|+1.0| 1.0"},
      {"{{printf `%.3g|%#.3g|%#g|%x|%b|%.1x` 1234.5678 1.0 1.0 1.5 1.0 1.96875}}",
       "1.23e+03|1.00|1.00000|0x1.8p+00|4503599627370496p-52|0x1.0p+01"},
      {"{{123456789.0}} {{100000.0}} {{0.0001}} {{0.00001}} {{-0.0}}",
       "1.23456789e+08 100000 0.0001 1e-05 -0"},
  };
  ExpectOutputs(kCases, kData);
}

TEST(Functions, FormatTextsAndOtherValues) {
  constexpr Case kCases[] = {
      {"{{printf `%s|%q|%#q|%+q|%x|% X|%5s|%-5s|%.2s` `é` `é\n` `a` `é` `ab` `ab` `é` `é` `日本語`}}",
       "é|\"é\\n\"|`a`|\"\\u00e9\"|6162|61 62|    é|é    |日本"},
      {"{{printf `%v %T %v %T` .map .map .words .words}}",
       "map[k:map[x:1]] map[string]interface {} [a b] []string"},
      {"{{printf `%#v %#v %#v` .map .list nil}}",
       "map[string]interface {}{\"k\":map[string]interface {}{\"x\":1}} []interface {}{1, \"b\", interface "
       "{}(nil)} <nil>"},
      {"{{printf `%+v %s %d` .v .v .v}}", "v1.7 v1.7 {1 7}"},
      {"{{printf `%v %q %d` .list .list .list}}",
       "[1 b <nil>] [%!q(float64=1) \"b\" <nil>] [%!d(float64=1) %!d(string=b) <nil>]"},
      {"{{printf `%d`}} {{printf `%` }} {{printf `x` 1 `a`}} {{printf `%!`}} {{printf `%z` 1}}",
       "%!d(MISSING) %!(NOVERB) x%!(EXTRA int=1, string=a) %!!(MISSING) %!z(int=1)"},
      {"{{printf `%[5]d %[x]d %[1]d %%` 1}}", "%!d(BADINDEX) %!d(BADINDEX) 1 %"},
      {"{{printf `%*d` `a` 1}} {{println 1 `a` nil}}", "%!(BADWIDTH)1 1 a <nil>\n"},
  };
  ExpectOutputs(kCases, kData);
}

}  // namespace
}  // namespace kval::gotemplate
