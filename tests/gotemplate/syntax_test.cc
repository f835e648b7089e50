#include <gtest/gtest.h>

#include <string>

#include "tests/gotemplate/cases.h"

namespace kval::gotemplate {
namespace {

TEST(Syntax, TrimsSpacesAtMarkers) {
  constexpr Case kCases[] = {
      {"a \n {{- 1 -}} \t\r\n b", "a1b"},
      {"a {{- 1}} b", "a1 b"},
      {"a {{1 -}} b", "a 1b"},
      {"{{-1}}", "-1"},
      {"a{{/* x */}}b", "ab"},
      {"a {{- /* x\n */ -}} b", "ab"},
      {"{{1 \n-}} b", "1b"},
      {" {{- \"\" -}} ", ""},
      {"{{print `a` -}}\n\n{{- `b`}}", "ab"},
      {"{{ /* c */}}x", "template: t:1: unexpected \"/\" in command"},
  };
  ExpectOutputs(std::span(kCases).first(9), "{}");
  ExpectErrors(std::span(kCases).last(1), "{}");
}

TEST(Syntax, ReadsNumbersAndStrings) {
  constexpr Case kCases[] = {
      {"{{0x1F}} {{0b101}} {{0o17}} {{017}} {{1_000}}", "31 5 15 15 1000"},
      {"{{'a'}} {{'\\n'}} {{'é'}} {{'\\x41'}}", "97 10 233 65"},
      {"{{1.5}} {{1e3}} {{.5}} {{5.}} {{0x1p4}} {{1e20}}", "1.5 1000 0.5 5 16 1e+20"},
      {"{{-0}} {{-1.0}} {{+5}} {{-9223372036854775808}}", "0 -1 5 -9223372036854775808"},
      {"{{\"a\\tb\\u00e9\\x41\\101\"}}", "a\tbéAA"},
      {"{{`raw \\n\n`}}", "raw \\n\n"},
      {"{{true}} {{false}} {{\"}}\"}}", "true false }}"},
  };
  ExpectOutputs(kCases, "{}");
}

TEST(Syntax, ReportsErrorsAsGo) {
  constexpr Case kCases[] = {
      {"a\n{{.x", "template: t:2: unclosed action"},
      {"{{.x\n\n", "template: t:3: unclosed action started at t:1"},
      {"{{/* x", "template: t:1: unclosed comment"},
      {"{{/* x */ 1}}", "template: t:1: comment ends before closing delimiter"},
      {"{{(1}}", "template: t:1: unclosed left paren"},
      {"{{1)}}", "template: t:1: unexpected right paren"},
      {"{{\"a}}", "template: t:1: unterminated quoted string"},
      {"{{`a}}", "template: t:1: unterminated raw quoted string"},
      {"{{'a}}", "template: t:1: unterminated character constant"},
      {"{{'ab'}}", "template: t:1: malformed character constant: 'ab'"},
      {"{{\"\\q\"}}", "template: t:1: invalid syntax"},
      {"{{1.2.3}}", "template: t:1: unexpected \".3\" in operand"},
      {"{{08}}", "template: t:1: integer overflow: \"08\""},
      {"{{1__0}}", "template: t:1: illegal number syntax: \"1__0\""},
      {"{{3x}}", "template: t:1: bad number syntax: \"3x\""},
      {"{{99999999999999999999}}", "template: t:1: integer overflow: \"99999999999999999999\""},
      {"{{2i}}", "template: t:1: complex numbers are not supported: \"2i\""},
      {"{{@}}", "template: t:1: unexpected \"@\" in command"},
      {"{{.x\u2028}}", "template: t:1: bad character U+2028"},
      {"{{ é }}", "template: t:1: function \"é\" not defined"},
      {"{{nope}}", "template: t:1: function \"nope\" not defined"},
      {"{{$x}}", "template: t:1: undefined variable \"$x\""},
      {"{{if 1}}", "template: t:1: unexpected EOF"},
      {"{{if}}{{end}}", "template: t:1: missing value for if"},
      {"{{end}}", "template: t:1: unexpected {{end}}"},
      {"{{else}}", "template: t:1: unexpected {{else}}"},
      {"{{if 1}}{{else}}{{else}}{{end}}", "template: t:1: expected end; found {{else}}"},
      {"{{break}}", "template: t:1: {{break}} outside {{range}}"},
      {"{{range .}}{{else}}{{continue}}{{end}}", "template: t:1: {{continue}} outside {{range}}"},
      {"{{range $a, $b, $c := .}}{{end}}", "template: t:1: too many declarations in range"},
      {"{{range $a, 1}}{{end}}", "template: t:1: range can only initialize variables"},
      {"{{$a, $b := 1}}", "template: t:1: too many declarations in command"},
      {"{{1 | 2}}", "template: t:1: non executable command in pipeline stage 2"},
      {"{{| 2}}", "template: t:1: unexpected \"|\" in command"},
      {"{{true.x}}", "template: t:1: unexpected . after term \"true\""},
      {"{{template 1}}", "template: t:1: unexpected \"1\" in template clause"},
      {"{{define x}}{{end}}", "template: t:1: unexpected \"x\" in define clause"},
      {"{{define \"x\"}}{{else}}{{end}}", "template: t:1: unexpected {{else}} in define clause"},
      {"{{define \"a\"}}1{{end}}{{define \"a\"}}2{{end}}",
       "template: t:1: template: multiple definition of template \"a\""},
      {"{{if 1}}{{define \"x\"}}{{end}}{{end}}", "template: t:1: unexpected <define> in command"},
      {"{{if 1}}{{else with 2}}{{end}}", "template: t:1: unexpected <with> in input"},
  };
  ExpectErrors(kCases, "{}");
}

TEST(Syntax, DefinesTemplates) {
  constexpr Case kCases[] = {
      {"{{define \"a\"}}[{{.}}]{{end}}{{template \"a\" 1}}{{template `a`}}", "[1][<no value>]"},
      {"{{block \"b\" .x}}<{{.}}>{{end}}{{template \"b\" 2}}", "<1><2>"},
      {"{{define \"a\"}} {{end}}{{define \"a\"}}x{{end}}{{template \"a\"}}", "x"},
      {"{{define \"a\"}}x{{end}}{{define \"a\"}}\n{{/* */}}{{end}}{{template \"a\"}}", "x"},
  };
  ExpectOutputs(kCases, R"({"x": 1})");
}

}  // namespace
}  // namespace kval::gotemplate
