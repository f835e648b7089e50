#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Toml, encode) {
  CheckText(
      {{"toml.encode({})", ""},
       {"toml.encode({'b': 'str', 'a': [1, 2, 'three']})", "a = [1, 2, \"three\"]\nb = \"str\"\n"},
       {"toml.encode({'m': {'foo': 'bar'}, 'a': 1.0, 'n': None})", "a = 1.0\n\n[m]\n  foo = \"bar\"\n"},
       {"toml.encode({'l': [{'f': ['p']}], 'm': {'f': []}})", "[[l]]\n  f = [\"p\"]\n\n[m]\n  f = []\n"},
       {"toml.encode({'a': {'b': {'c': 1}}}, indent=4)", "[a]\n    [a.b]\n        c = 1\n"},
       {"toml.encode({'a': {'b': [{'c': 1}, {}]}})", "[a]\n\n  [[a.b]]\n    c = 1\n\n  [[a.b]]\n"},
       {"toml.encode({'x': [1, {'b': 2, 'a c': True}]})", "x = [1, {\"a c\" = true, b = 2}]\n"},
       {"toml.encode({'x': [1, {'a': {'c': 1}, 'b': 2, 'n': None}]})", "x = [1, {b = 2, a = {c = 1}}]\n"},
       {"toml.encode({'s': 'a\"\\n\\t', 'f': 1e21})", "f = 1000000000000000000000.0\ns = \"a\\\"\\n\\t\"\n"},
       {"toml.encode({'a': float('inf'), 'b': float('-inf'), 'c': float('nan')})",
        "a = +inf\nb = -inf\nc = nan\n"},
       {"toml.encode({'f': -1.25e25})", "f = -12500000000000000000000000.0\n"}});
}

TEST(Toml, encode_refuses) {
  Check({{"toml.encode(1)", "error: toml.encode: toml: top-level values must be Go maps or structs"},
         {"toml.encode({'a': [None]})", "error: toml.encode: toml: cannot encode array with nil element"},
         {"toml.encode({}, indent=9)", "error: toml.encode: indent value must be between 0 and 8"},
         {"toml.encode({1: 2})", "error: toml.encode: expected key to be string, but was integer"},
         {"toml.encode({}, x=1)", "error: toml.encode: invalid argument name: x"}});
}

TEST(Toml, decode) {
  Check(
      {{"toml.decode('')", "{}"},
       {"toml.decode('b = \"str\"\\na = [1, 2.5, true]')", R"({"a": [1, 2.5, True], "b": "str"})"},
       {"toml.decode('[[stuff]]\\na = 1\\n[[stuff]]\\nb = 2')", R"({"stuff": [{"a": 1}, {"b": 2}]})"},
       {"toml.decode('a = 1979-05-27\\nb = 07:32:00.5\\nc = 1979-05-27T07:32:00-08:30\\nd = "
        "1979-05-27T07:32:00Z')",
        R"({"a": "1979-05-27", "b": "07:32:00.5", "c": "1979-05-27T07:32:00-08:30", "d": "1979-05-27T07:32:00Z"})"},
       {"toml.decode(1)", "error: toml.decode: expected a string, but was int"}});
  Session session;
  EXPECT_EQ(session.Eval("toml.decode('a = 1\\nb = ]')").find("error: toml.decode: toml: line 2: "), 0U);
  EXPECT_EQ(session.Eval("toml.decode('a = 1 ä')").find("error: toml.decode: toml: line 1: "), 0U);
  EXPECT_EQ(session.Eval("toml.decode(' [%]')").find("error: toml.decode: toml: line 1: "), 0U);
  EXPECT_EQ(session.Eval("toml.decode('a = ' + '[' * 5000)").find("error: toml.decode: toml: line 1: "), 0U);
}

}  // namespace
}  // namespace kval::modules
