#include <gtest/gtest.h>

#include "tests/kcl/builtins/call.h"

namespace kval::kcl::builtins {
namespace {

void ExpectAll(std::span<const CallCase> cases) {
  for (const CallCase& test : cases) {
    EXPECT_EQ(Call(test.name, test.args, test.named), test.expected)
        << test.name << " " << test.args << " " << test.named;
  }
}

TEST(ModulesTest, Hashes) {
  const CallCase kCases[] = {
      {"crypto.md5", R"(["a"])", R"("0cc175b9c0f1b6a831c399e269772661")"},
      {"crypto.md5", R"(["é", "latin1"])", R"("3406877694691ddd1dfb0aca54681407")"},
      {"crypto.sha256", R"(["a"])", R"("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb")"},
      {"crypto.blake3", R"([""])", R"("af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262")"},
      {"base64.encode", R"(["hi!"])", R"("aGkh")"},
      {"base64.decode", R"(["YQ"])", R"("a")"},
      {"base64.decode", R"(["!!"])", "error: decode(): the value is not well-formed"},
      {"base32.encode", R"(["hi"])", R"("NBUQ====")"},
      {"base32.decode", R"(["me======"])", R"("a")"},
  };
  ExpectAll(kCases);
}

TEST(ModulesTest, Json) {
  const CallCase kCases[] = {
      {"json.encode", R"([{"b":1.0,"a":[1,null]}])", R"("{\"b\": 1.0, \"a\": [1, null]}")"},
      {"json.encode", R"([{"b":1,"_a":2}, true, 2, true])", R"("{\n  \"b\": 1\n}")"},
      {"json.decode", R"(["{\"a\": 1, \"a\": 2}"])", R"({"a": 2})"},
      {"json.decode", R"(["18446744073709551615"])", "1.8446744073709552e+19"},
      {"json.decode", R"(["-0"])", "-0.0"},
      {"json.decode", R"(["1.7976931348623157e309"])", "error: number out of range at line 1 column 1"},
      {"json.decode", R"(["x"])", "error: expected value at line 1 column 1"},
      {"json.validate", R"(["1 2"])", "false"},
      {"json.merge", R"([{"a":1,"b":{"c":1,"d":2}}, {"a":null,"b":{"c":3}}])", R"({"b": {"c": 3, "d": 2}})"},
      {"json.merge", R"([1, {"a":null,"b":1}])", R"({"b": 1})"},
  };
  ExpectAll(kCases);
  std::string deep(200, '[');
  EXPECT_EQ(Call("json.decode", "[\"" + deep + "\"]").substr(0, 31), "error: recursion limit exceeded");
}

TEST(ModulesTest, Yaml) {
  const CallCase kCases[] = {
      {"yaml.encode", R"([{"a":[1,{"b":2}],"s":"x\ny"}])", R"("a:\n- 1\n- b: 2\ns: |-\n  x\n  y\n")"},
      {"yaml.encode", R"(["a\\nb"])", R"("|-\n  a\n  b\n")", R"({"multiline_string":true})"},
      {"yaml.encode", R"([{"b":1,"a":2}])", R"("a: 2\nb: 1\n")", R"({"multiline_string":true})"},
      {"json.encode", R"([1])", "error: encode() argument 'indent' must be int, not 'NoneType'",
       R"({"indent":null})"},
      {"regex.split", R"(["a b", " ", null])",
       "error: split() argument 'maxsplit' must be int, not 'NoneType'"},
      {"template.execute", R"(["a", null])", "error: invalid dict value"},
      {"yaml.encode_all", R"([[{"a":1},{"b":2}]])", R"("a: 1\n\n---\nb: 2\n")"},
      {"yaml.decode", R"(["a: yes\nb: 0o17\nc: 017\n1: ~"])",
       R"({"a": "yes", "b": 15, "c": "017", "1": null})"},
      {"yaml.decode", R"(["a: 1\na: 2"])", R"({"a": 2})"},
      {"yaml.decode", R"(["a: 1\n---\nb: 2"])",
       "error: deserializing from YAML containing more than one document is not supported"},
      {"yaml.decode_all", R"(["a: 1\n---\nb: 2"])", R"([{"a": 1}, {"b": 2}])"},
      {"yaml.decode", R"([""])", "null"},
      {"yaml.validate", R"(["a: ["])", "false"},
  };
  ExpectAll(kCases);
}

TEST(ModulesTest, Net) {
  const CallCase kCases[] = {
      {"net.CIDR_host", R"(["10.0.0.0/8", -2])", R"("10.255.255.254")"},
      {"net.CIDR_host", R"(["10.0.0.0/30", 4])",
       "error: CIDR_host() prefix of 30 does not accommodate a host numbered 4"},
      {"net.CIDR_host", R"(["10.0.0.1/8", 1])",
       "error: CIDR_host() invalid cidr: host part of address was not zero"},
      {"net.CIDR_netmask", R"(["10.0.0.0/12"])", R"("255.240.0.0")"},
      {"net.CIDR_subnet", R"(["172.16.0.0/12", 4, 2])", R"("172.18.0.0/16")"},
      {"net.CIDR_subnets", R"(["10.1.0.0/16", [8, 4, 8]])",
       R"(["10.1.0.0/24", "10.1.16.0/20", "10.1.1.0/24"])"},
      {"net.CIDR_subnets", R"(["::/0", [1, 1, 1]])",
       "error: CIDR_subnets() not enough remaining address space for a subnet with a prefix of 1 bits "
       "after 8000::/1"},
      {"net.parse_CIDR", R"(["10.0.0.0/8"])", R"({"ip": "10.0.0.0", "mask": 8})"},
      {"net.is_IP_in_CIDR", R"(["10.0.0.1", "::ffff:0:0/96"])", "true"},
      {"net.parse_IP", R"(["2001:0DB8:0:0:1:0:0:1"])", R"("2001:db8::1:0:0:1")"},
      {"net.parse_IP", R"(["01.2.3.4"])", R"("")"},
      {"net.to_IP6", R"(["1.2.3.4"])", R"("::ffff:1.2.3.4")"},
      {"net.is_global_unicast_IP", R"(["100.64.0.1"])", "false"},
      {"net.is_link_local_multicast_IP", R"(["ff12::1"])", "true"},
      {"net.split_host_port", R"(["[::1]:80"])", R"(["::1", "80"])"},
      {"net.split_host_port", R"(["::1:80"])", "error: ip_end_point \"::1:80\" too many colons"},
      {"net.join_host_port", R"(["::1", 80])", R"("[::1]:80")"},
  };
  ExpectAll(kCases);
}

TEST(ModulesTest, Regex) {
  const CallCase kCases[] = {
      {"regex.match", R"j(["my-name", "^(?!-)[a-z-]+(?<!-)$"])j", "true"},
      {"regex.match", R"j(["abc", "b"])j", "true"},
      {"regex.match", R"j(["a\n", "a$"])j", "false"},
      {"regex.match", R"j(["abab", "^(ab)\\1$"])j", "true"},
      {"regex.match", R"j(["", "("])j", "error: invalid regular expression '(': missing closing parenthesis"},
      {"regex.findall", R"j(["a1b2", "[a-z]\\d"])j", R"j(["a1", "b2"])j"},
      {"regex.findall", R"j(["a1b2", "([a-z])(\\d)"])j", R"j([["a", "1"], ["b", "2"]])j"},
      {"regex.findall", R"j(["xyzae", "[a-z&&[^aeiou]]+"])j", R"j(["xyz"])j"},
      {"regex.findall", R"j(["aα", "[[:alpha:]]"])j", R"j(["a"])j"},
      {"regex.replace", R"j(["abc abc", "(a)(?P<x>b)", "$x${1}$$", 1])j", R"j("ba$c abc")j"},
      {"regex.replace", R"j(["abc", "", "-"])j", R"j("-a-b-c-")j"},
      {"regex.split", R"j(["a,b,c", ","])j", R"j(["a", "b", "c"])j"},
      {"regex.compile", R"j(["\\p{Letter}\\h\\u{61}a{,3}"])j", "true"},
      {"regex.compile", R"j(["(?R)"])j", "false"},
      {"regex.compile", R"j(["(*ACCEPT)"])j", "false"},
      {"regex.match", R"j(["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "^(a|a)*$"])j", "false"},
      {"regex.match", R"j(["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "(?=a)^(a|a)*$"])j",
       "error: the regular expression cannot be matched: it takes more steps than the limit `regex-matches`"},
  };
  ExpectAll(kCases);
}

TEST(ModulesTest, Template) {
  constexpr std::string_view kData =
      R"({"x":1,"z":0,"s":"<b>","l":[1,"a"],"d":{"x":7},"o":[{"n":"A","v":[1]}],"m":{"b":1,"a":2,"B":3}})";
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"Hi {{x}} {{missing}}", "Hi 1 "},
      {"{{s}} {{{s}}} {{&s}}", "&lt;b&gt; <b> <b>"},
      {"{{#if z}}A{{else if x}}B{{else}}C{{/if}}", "B"},
      {"{{#unless z}}A{{/unless}}", "A"},
      {"{{#each l}}{{@index}}{{this}}{{@last}};{{/each}}", "01false;1atrue;"},
      {"{{#each d}}{{@key}}={{this}}{{/each}}", "x=7"},
      {"{{#each o}}{{@key}}{{/each}}{{#each d}}{{@index}}{{/each}}", ""},
      {"{{#each m}}{{@key}}{{@last}};{{/each}}", "Bfalse;afalse;btrue;"},
      {"{{#each o}}{{#each v}}{{../n}}{{this}}{{/each}}{{/each}}", "A1"},
      {"{{#each o as |p i|}}{{i}}{{p.n}}{{/each}}", "0A"},
      {"{{#with d}}{{x}}{{../x}}{{@root.x}}{{/with}}", "711"},
      {"{{#if (eq x 1)}}y{{/if}}{{len l}}{{lookup l 1}}", "y2a"},
      {"a {{~x~}} b{{! c }}{{!-- {{x}} --}}", "a1b"},
      {"1\\n{{#if x}}\\n2\\n{{/if}}\\n3\\n", "1\\n2\\n3\\n"},
      {"{{l}} {{d}}", "[1, a] [object]"},
  };
  for (const auto& [text, expected] : kCases) {
    std::string args = "[\"" + std::string(text) + "\", " + std::string(kData) + "]";
    EXPECT_EQ(Call("template.execute", args), "\"" + std::string(expected) + "\"") << text;
  }
  for (std::string_view text : {"{{x", "{{#if x}}", "{{/if}}", "{{foo x}}", "{{> p}}", "{{#d}}{{/d}}"}) {
    EXPECT_TRUE(Call("template.execute", "[\"" + std::string(text) + "\"]").starts_with("error: ")) << text;
  }
}

TEST(ModulesTest, DatesAndDurations) {
  const CallCase kCases[] = {
      {"datetime.validate", R"(["2024-02-29", "%Y-%m-%d"])", "true"},
      {"datetime.validate", R"(["2023-02-29", "%Y-%m-%d"])", "false"},
      {"datetime.validate", R"(["2024-08-26 10:00", "%Y-%m-%d"])", "false"},
      {"datetime.validate", R"(["12:30", "%H:%M"])", "true"},
      {"datetime.is_rfc3339", R"(["2024-01-01 00:00:00Z"])", "true"},
      {"datetime.is_iso8601", R"(["P1Y2M"])", "true"},
      {"duration.add", R"(["30m", "90s"])", R"("31m30s")"},
      {"duration.sub", R"(["1m", "1h"])", "error: duration.sub() result would be negative: 1m - 1h"},
      {"duration.from_seconds", R"([90061.5])", R"("1d1h1m1.5s")"},
      {"duration.parse", R"(["30m1h"])", "error: parse() invalid duration: \"30m1h\""},
      {"duration.add_to_datetime", R"(["2024-01-01T00:00:00.5+02:00", "1.25s"])",
       R"("2024-01-01T00:00:01.750+02:00")"},
      {"duration.sub_from_datetime", R"(["2024-03-01T00:10:00Z", "1h"])", R"("2024-02-29T23:10:00+00:00")"},
  };
  ExpectAll(kCases);
}

TEST(ModulesTest, FilesBelowTheProject) {
  FakeRuntime runtime;
  runtime.file_reader.Add("/project/a.json", "1");
  runtime.file_reader.Add("/project/sub/b.json", "22");
  runtime.file_reader.Add("/etc/passwd", "root");
  EXPECT_EQ(Call(runtime, "file.read", R"(["a.json"])"), R"("1")");
  EXPECT_EQ(Call(runtime, "file.read", R"(["/project/sub/b.json"])"), R"("22")");
  EXPECT_EQ(Call(runtime, "file.read", R"(["no"])"),
            "error: failed to access the file 'no': No such file or directory (os error 2)");
  EXPECT_EQ(Call(runtime, "file.read", R"(["/etc/passwd"])"),
            "error: failed to access the file '/etc/passwd': it is outside of the project");
  EXPECT_EQ(Call(runtime, "file.exists", R"(["sub"])"), "true");
  EXPECT_EQ(Call(runtime, "file.exists", R"(["no/../../etc"])"),
            "error: failed to access the file 'no/../../etc': it is outside of the project");
  EXPECT_EQ(Call(runtime, "file.glob", R"(["./*.json"])"), R"(["/project/a.json"])");
  EXPECT_EQ(Call(runtime, "file.glob", R"(["**/*.json"])"), R"(["/project/a.json", "/project/sub/b.json"])");
  EXPECT_EQ(Call(runtime, "file.size", R"(["sub/b.json"])"), "2");
  EXPECT_EQ(Call(runtime, "file.readbase64", R"(["a.json"])"), R"("MQ==")");
  EXPECT_EQ(Call(runtime, "crypto.filesha256", R"(["a.json"])"),
            R"("6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b")");
  EXPECT_EQ(Call(runtime, "file.current", "[]"), R"("/project/main.k")");
}

TEST(ModulesTest, EffectsAreRefused) {
  const CallCase kCases[] = {
      {"file.write", R"(["a", "b"])", ""},
      {"file.append", R"(["a", "b"])", ""},
      {"file.mkdir", R"(["a"])", ""},
      {"file.delete", R"(["a"])", ""},
      {"file.cp", R"(["a", "b"])", ""},
      {"file.mv", R"(["a", "b"])", ""},
      {"file.read_env", R"(["HOME"])", ""},
      {"crypto.uuid", R"([])", ""},
      {"datetime.now", R"([])", ""},
      {"datetime.today", R"([])", ""},
      {"datetime.ticks", R"([])", ""},
      {"datetime.date", R"([])", ""},
      {"net.fqdn", R"([])", ""},
      {"json.dump_to_file", R"([1, "a"])", ""},
      {"yaml.dump_to_file", R"([1, "a"])", ""},
      {"yaml.dump_all_to_file", R"([[1], "a"])", ""},
  };
  for (const CallCase& test : kCases) {
    EXPECT_TRUE(
        Call(test.name, test.args).starts_with("error: " + std::string(test.name) + "() is not allowed here"))
        << test.name;
  }
}

}  // namespace
}  // namespace kval::kcl::builtins
