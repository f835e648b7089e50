#include <gtest/gtest.h>

#include <string>

#include "tests/gotemplate/cases.h"

namespace kval::gotemplate {
namespace {

constexpr std::string_view kData = R"({
  "n": 3, "zero": 0, "text": "abc", "empty": "", "null": null, "yes": true, "big": 1000000,
  "list": [1, "b", null, [2]], "none": [], "map": {"b": 1, "a": {"c": "d"}}, "int": {"$int": "7"},
  "item": {"$item": "it"}, "nil": {"$nilitem": null}, "version": {"$version": 1}, "number": {"$number": "1.50"},
  "words": {"$stringmap": {"k": "v"}}, "values": {"$values": {"x": 1}}, "bytes": {"$bytes": "hi"}})";

TEST(Execution, Branches) {
  constexpr Case kCases[] = {
      {"{{if .n}}a{{else}}b{{end}}{{if .zero}}a{{else}}b{{end}}", "ab"},
      {"{{if .none}}a{{else if .text}}b{{else}}c{{end}}", "b"},
      {"{{with .map.a}}{{.c}}{{else}}x{{end}}{{with .empty}}{{.}}{{else}}{{.n}}{{end}}", "d3"},
      {"{{with .null}}a{{else with .text}}{{.}}{{end}}", "abc"},
      {"{{with $x := .text}}{{$x}}{{$.n}}{{end}}", "abc3"},
      {"{{if .nil}}a{{else}}b{{end}}{{if .version}}a{{end}}{{if .map}}a{{end}}", "baa"},
  };
  ExpectOutputs(kCases, kData);
}

TEST(Execution, Ranges) {
  constexpr Case kCases[] = {
      {"{{range .list}}<{{.}}>{{end}}", "<1><b><<no value>><[2]>"},
      {"{{range $i, $e := .list}}{{$i}}={{$e}} {{end}}", "0=1 1=b 2=<no value> 3=[2] "},
      {"{{range $k, $v := .map}}{{$k}}:{{$v}} {{end}}", "a:map[c:d] b:1 "},
      {"{{range $v := .map}}{{$v}} {{end}}{{range .none}}{{else}}none{{end}}", "map[c:d] 1 none"},
      {"{{range 3}}{{.}}{{end}}{{range $i := .int}}{{$i}}{{end}}{{range -1}}{{else}}x{{end}}", "0120123456x"},
      {"{{range .list}}{{if not .}}{{break}}{{end}}{{.}}{{end}}", "1b"},
      {"{{range .list}}{{if not .}}{{continue}}{{end}}{{.}}{{end}}", "1b[2]"},
      {"{{range .null}}a{{else}}b{{end}}{{range .missing}}a{{else}}b{{end}}", "bb"},
      {"{{$x := 0}}{{range $x = .list}}{{end}}{{$x}}", "[2]"},
      {"{{range 2}}{{range 2}}{{break}}{{end}}{{.}}{{end}}", "01"},
      {"{{range $k, $v := .words}}{{$k}}{{$v}}{{end}}{{range .bytes}}{{.}} {{end}}", "kv104 105 "},
      {"{{$m := dict `a` 1}}{{range $k, $v := $m}}{{$_ := set $m `b` 2}}{{$k}}{{end}}{{len $m}}", "a2"},
  };
  ExpectOutputs(kCases, kData);
}

TEST(Execution, ScopesOfVariables) {
  constexpr Case kCases[] = {
      {"{{$x := 1}}{{if true}}{{$x = 2}}{{end}}{{$x}}", "2"},
      {"{{$x := 1}}{{if true}}{{$x := 2}}{{$x}}{{end}}{{$x}}", "21"},
      {"{{$x := 1}}{{with .text}}{{$x}}{{$.n}}{{end}}", "13"},
      {"{{define \"a\"}}{{$}}{{end}}{{$x := 1}}{{template \"a\" .n}}{{$x}}", "31"},
      {"{{$x := .map}}{{$x.a.c}}{{($x).a.c}}", "dd"},
  };
  ExpectOutputs(kCases, kData);
  constexpr Case kErrors[] = {
      {"{{if $x := 0}}{{$y := 1}}{{else}}{{$y}}{{end}}",
       "template: t:1:35: executing \"t\" at <$y>: undefined variable: $y"},
  };
  ExpectErrors(kErrors, kData);
}

TEST(Execution, FieldsAndMethods) {
  constexpr Case kCases[] = {
      {"{{.map.a.c}} {{.item.Name}} {{.item.Tags}} {{.version.Major}}", "d it [a b] 1"},
      {"{{.item.Greet `x`}} {{`y` | .item.Greet}} {{.item.Sum 1 2}} {{.item.Sum}}",
       "hello x from it hello y from it 6 3"},
      {"{{.values.Size}} {{.values.x}} {{size .values}}", "1 1 1"},
      {"{{(dict `a` 1).a}} {{(index .list 3)}} {{(same .map).b}}", "1 [2] 1"},
      {"{{.missing}} {{.words.missing}} {{.null}} {{.map.x}}", "<no value> <no value> <no value> <no value>"},
      {"{{.missing.more.still}}", "<no value>"},
  };
  ExpectOutputs(kCases, kData);
}

TEST(Execution, PrintsValues) {
  constexpr Case kCases[] = {
      {"{{.n}} {{.big}} {{.yes}} {{.int}} {{1.0}} {{.number}}", "3 1e+06 true 7 1 1.50"},
      {"{{.list}} {{.map}} {{.words}} {{.bytes}}", "[1 b <nil> [2]] map[a:map[c:d] b:1] map[k:v] [104 105]"},
      {"{{.item}} {{.version}} {{.nil}} {{list .item.Tags}}", "{it 3 [a b] 1} v1.7 <nil> [[a b]]"},
      {"{{dict `v` .version}} {{nothing}} {{list nil}}", "map[v:v1.7] <no value> [<nil>]"},
      {"{{print nil}} {{print 1 2 `a` 3 4}}", "<nil> 1 2a3 4"},
  };
  ExpectOutputs(kCases, kData);
}

TEST(Execution, MissingKeys) {
  RenderOptions options;
  options.execution.missing_key = MissingKey::kZero;
  EXPECT_EQ(Render("{{.x}}|{{.words.x}}|", kData, options).text, "<no value>||");
  EXPECT_EQ(Render("{{.a.b}}", kData, options).error,
            "template: t:1:4: executing \"t\" at <.a.b>: nil pointer evaluating interface {}.b");
  options.execution.missing_key = MissingKey::kError;
  EXPECT_EQ(Render("{{.a}}", kData, options).error,
            "template: t:1:2: executing \"t\" at <.a>: map has no entry for key \"a\"");
  EXPECT_EQ(Render("{{(nothing).a}}", kData, options).error,
            "template: t:1:3: executing \"t\" at <nothing>: nil data; no entry for key \"a\"");
}

TEST(Execution, ReportsErrorsAsGo) {
  constexpr Case kCases[] = {
      {"{{.null.x}}", "template: t:1:7: executing \"t\" at <.null.x>: nil pointer evaluating interface {}.x"},
      {"a\n b {{.text.x}}",
       "template: t:2:10: executing \"t\" at <.text.x>: can't evaluate field x in type interface {}"},
      {"{{.map.a.c.d}}",
       "template: t:1:6: executing \"t\" at <.map.a.c.d>: can't evaluate field d in type interface {}"},
      {"{{$x := .text}}{{$x.y}}",
       "template: t:1:19: executing \"t\" at <$x.y>: can't evaluate field y in type string"},
      {"{{.nil.Name}}",
       "template: t:1:6: executing \"t\" at <.nil.Name>: nil pointer evaluating interface {}.Name"},
      {"{{.item.hidden}}",
       "template: t:1:7: executing \"t\" at <.item.hidden>: hidden is an unexported field of struct type "
       "interface {}"},
      {"{{.map.b 1}}", "template: t:1:6: executing \"t\" at <.map.b>: b is not a method but has arguments"},
      {"{{.item.Name 1}}",
       "template: t:1:7: executing \"t\" at <.item.Name>: Name has arguments but cannot be invoked as "
       "function"},
      {"{{.item.Fails}}", "template: t:1:7: executing \"t\" at <.item.Fails>: error calling Fails: it fails"},
      {"{{fails `x`}}", "template: t:1:2: executing \"t\" at <fails `x`>: error calling fails: x"},
      {"{{str 1}}", "template: t:1:6: executing \"t\" at <1>: expected string; found 1"},
      {"{{str .n}}",
       "template: t:1:6: executing \"t\" at <.n>: wrong type for value; expected string; got float64"},
      {"{{str .null}}",
       "template: t:1:6: executing \"t\" at <.null>: wrong type for value; expected string; got interface "
       "{}"},
      {"{{.missing | str}}", "template: t:1:13: executing \"t\" at <str>: invalid value; expected string"},
      {"{{str nil}}", "template: t:1:6: executing \"t\" at <nil>: cannot assign nil to string"},
      {"{{str}}", "template: t:1:2: executing \"t\" at <str>: wrong number of args for str: want 1 got 0"},
      {"{{count}}",
       "template: t:1:2: executing \"t\" at <count>: wrong number of args for count: want at least 1 got 0"},
      {"{{size 1}}",
       "template: t:1:7: executing \"t\" at <1>: can't handle 1 for arg of type map[string]interface {}"},
      {"{{double 1.5}}", "template: t:1:9: executing \"t\" at <1.5>: expected integer; found 1.5"},
      {"{{nil}}", "template: t:1:2: executing \"t\" at <nil>: nil is not a command"},
      {"{{nil.x}}", "template: t:1: unexpected . after term \"nil\""},
      {"{{1 2}}", "template: t:1:2: executing \"t\" at <1>: can't give argument to non-function 1"},
      {"{{18446744073709551615}}",
       "template: t:1:2: executing \"t\" at <18446744073709551615>: 18446744073709551615 overflows int"},
      {"{{template \"x\"}}",
       "template: t:1:11: executing \"t\" at <{{template \"x\"}}>: template \"x\" not defined"},
      {"{{range .text}}{{end}}", "template: t:1:8: executing \"t\" at <.text>: range can't iterate over abc"},
      {"{{range $i, $e := 3}}{{end}}",
       "template: t:1:18: executing \"t\" at <3>: can't use 3 to iterate over more than one "
       "variable"},
      {"{{define \"u\"}}{{.x.y}}{{end}}\n{{template \"u\" dict `x` 1}}",
       "template: t:1:18: executing \"u\" at <.x.y>: can't evaluate field y in type interface {}"},
  };
  ExpectErrors(kCases, kData);
}

TEST(Execution, KeepsOutputBeforeAnError) {
  EXPECT_EQ(Render("a{{.n}}{{.null.x}}b", kData).text, "a3");
}

}  // namespace
}  // namespace kval::gotemplate
