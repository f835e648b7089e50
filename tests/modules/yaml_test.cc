#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Yaml, encode) {
  CheckText({{"yaml.encode({'a': [1,2,3,{'c':456}], 'b': 'str'})", "a:\n- 1\n- 2\n- 3\n- c: 456\nb: str\n"},
             {"yaml.encode({})", "{}\n"},
             {"yaml.encode([])", "[]\n"},
             {"yaml.encode('a: b')", "'a: b'\n"},
             {"yaml.encode(None)", ""},
             {"yaml.encode((1.0, 1e8))", "- 1\n- 1e+08\n"},
             {"yaml.encode()", "error: yaml.encode: expected exactly one argument"}});
}

TEST(Yaml, decode) {
  Check(
      {{"yaml.decode('{}')", "{}"},
       {"yaml.decode('{\"a\":[1,2,3,{\"c\":456}],\"b\":\"str\"}')",
        R"({"a": [1, 2, 3, {"c": 456}], "b": "str"})"},
       {"yaml.decode('a: on\\nb: 0o17\\nc: ~')", R"({"a": True, "b": 15, "c": None})"},
       {"yaml.decode('a: 1\\na: 2')",
        "error: yaml.decode: yaml: line 2: the key `a` occurs twice in this mapping"},
       {"yaml.decode('# comment\\nx')", "\"x\""},
       {"yaml.decode('18446744073709551615')", "18446744073709551615"},
       {"yaml.decode('a\\n---\\nb')", "error: yaml.decode: Expected to find exactly one YAML document"},
       {"yaml.decode('---')", "error: yaml.decode: Expected to find exactly one YAML document"},
       {"yaml.decode('---\\n')", "None"},
       {"yaml.decode(' \\n--- x')", "\"x\""},
       {"yaml.decode('# c\\n--- x')", "error: yaml.decode: Expected to find exactly one YAML document"},
       {"yaml.decode('%YAML 1.1\\n--- x')", "error: yaml.decode: Expected to find exactly one YAML document"},
       {"yaml.decode(1)", "error: yaml.decode: expected a string, but was int"}});
  Session session;
  EXPECT_EQ(session.Eval("yaml.decode('a: 1\\nb: [')").find("error: yaml.decode: yaml: line 2: "), 0U);
}

TEST(Yaml, decodable) {
  Check({{"yaml.decodable('a: 1')", "True"},
         {"yaml.decodable('a: [')", "False"},
         {"yaml.decodable().startswith('Decodable YAML: ')", "True"}});
}

TEST(Yaml, strings_round_trip) {
  Check({{"yaml.decode(yaml.encode({'y': 'yes', 'n': [None, '', ' x', 'a\\nb\\n', 1.5, '1']}))",
          R"({"y": "yes", "n": [None, "", " x", "a\nb\n", 1.5, "1"]})"}});
}

}  // namespace
}  // namespace kval::modules
