#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Json, encode) {
  CheckText({{"json.encode({})", "{}"},
             {"json.encode({'b': 'str', 'a': [1,2,3,{'c':456}]})", R"({"a":[1,2,3,{"c":456}],"b":"str"})"},
             {"json.encode([1.0, 1.5, 1e21, 1e-7, None, True])", "[1,1.5,1e+21,1e-7,null,true]"},
             {"json.encode({'a': '<1&2>'})", R"({"a":"\u003c1\u00262\u003e"})"},
             {"json.encode({'a': '<1&2>'}, escape_html=False)", R"({"a":"<1&2>"})"},
             {"json.encode('\xE2\x80\xA8', escape_html=False)", R"("\u2028")"},
             {"json.encode('a\\n\"')", R"("a\n\"")"},
             {"json.encode('\\x1f\\x08\\x0c\\\\')", R"("\u001f\b\f\\")"},
             {"json.encode({'a': [1, {}]}, indent=2)", "{\n  \"a\": [\n    1,\n    {}\n  ]\n}"},
             {"json.encode([], indent=4)", "[]"}});
}

TEST(Json, encode_refuses) {
  Check(
      {{"json.encode(1, indent=9)", "error: json.encode: indent value must be between 0 and 8"},
       {"json.encode(1, indent='2')", "error: json.encode: expected starlark.Int, but was starlark.String"},
       {"json.encode(1, escape=1)", "error: json.encode: invalid argument name: escape"},
       {"json.encode(1, escape_html=1)", "error: json.encode: expected starlark.Bool, but was starlark.Int"},
       {"json.encode(1, 2)", "error: json.encode: expected exactly one argument"},
       {"json.encode({1: 2})", "error: json.encode: expected key to be string, but was integer"},
       {"json.encode(float('nan'))", "error: json.encode: json: unsupported value: NaN"}});
}

TEST(Json, decode) {
  Check({{"json.decode('{}')", "{}"},
         {"json.decode('{\"b\":\"str\",\"a\":[1,2.5,{\"c\":null}]}')",
          R"({"a": [1, 2.5, {"c": None}], "b": "str"})"},
         {"type(json.decode('1'))", "\"float\""},
         {"json.decode(' true ')", "True"},
         {"json.decode('{\"a\":1,\"a\":2}')", "{\"a\": 2}"},
         {"json.decode('\"\\\\u00e4\\\\ud83d\\\\ude00\"')", "\"ä😀\""}});
}

TEST(Json, decode_errors_are_those_of_go) {
  const struct {
    const char* text;
    const char* error;
  } cases[] = {{"}junk", "invalid character '}' looking for beginning of value"},
               {"", "unexpected end of JSON input"},
               {"{", "unexpected end of JSON input"},
               {"[1", "unexpected end of JSON input"},
               {"[1 2]", "invalid character '2' after array element"},
               {"[1,]", "invalid character ']' looking for beginning of value"},
               {"{a}", "invalid character 'a' looking for beginning of object key string"},
               {"{\"a\" 1}", "invalid character '1' after object key"},
               {"{\"a\":1 2}", "invalid character '2' after object key:value pair"},
               {"1 2", "invalid character '2' after top-level value"},
               {"tru}", "invalid character '}' in literal true (expecting 'e')"},
               {"nul", "invalid character ' ' in literal null (expecting 'l')"},
               {"1e", "invalid character ' ' in exponent of numeric literal"},
               {"\\d", "invalid character '\\\\' looking for beginning of value"},
               {"-x", "invalid character 'x' in numeric literal"},
               {"1.x", "invalid character 'x' after decimal point in numeric literal"},
               {"1ex", "invalid character 'x' in exponent of numeric literal"},
               {"\"abc", "unexpected end of JSON input"}};
  for (const auto& one : cases) {
    Session session;
    session.environment().Define("text", session.interpreter().heap().NewString(one.text));
    EXPECT_EQ(session.Eval("json.decode(text)"), std::string("error: json.decode: ") + one.error) << one.text;
    EXPECT_EQ(session.Eval("json.decodable(text)"), "False") << one.text;
  }
}

TEST(Json, decode_is_limited_in_depth) {
  Check({{"json.decode('[' * 1000 + ']' * 1000) != None", "True"},
         {"json.decode('[' * 1001 + ']' * 1001)", "error: json.decode: exceeded max depth"},
         {"json.decode('1e999')",
          "error: json.decode: json: cannot unmarshal number 1e999 into Go value of type float64"},
         {"json.decode('1e-999')", "0"}});
}

TEST(Json, decodable) {
  Check({{"json.decodable('[1]')", "True"},
         {"json.decodable('[1')", "False"},
         {"json.decodable('[1e309]')", "False"},
         {"json.decodable('1e-400')", "True"},
         {"json.decodable('[' * 1001 + ']' * 1001)", "False"},
         {"json.decodable('[' * 1000 + ']' * 1000)", "True"},
         {"json.decodable(1)", "error: json.decodable: expected a string, but was int"},
         {"json.decodable() == json.decodable('__yttdoc__')", "True"}});
}

}  // namespace
}  // namespace kval::modules
