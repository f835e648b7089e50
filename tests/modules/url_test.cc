#include "src/modules/url_reference.h"

#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Url, segments_and_values) {
  CheckText(
      {{"url.path_segment_encode('path path/other')", "path%20path%2Fother"},
       {"url.path_segment_decode('path%20path%2Fother')", "path path/other"},
       {"url.path_segment_encode('a;b,c?d$&+:=@')", "a%3Bb%2Cc%3Fd$&+:=@"},
       {"url.query_param_value_encode('val val/ä')", "val+val%2F%C3%A4"},
       {"url.query_param_value_decode('val+val%2Fother')", "val val/other"},
       {"url.path_segment_decode('a+b')", "a+b"},
       {"url.path_segment_decode('%zz1')", "error: url.path_segment_decode: invalid URL escape \"%zz\""},
       {"url.query_param_value_decode('a%2')",
        "error: url.query_param_value_decode: invalid URL escape \"%2\""}});
}

TEST(Url, query_params) {
  Check({{"url.query_params_encode({'y':['2','3'],'x':['1'],'z':[''],'w':[]})", "\"x=1&y=2&y=3&z=\""},
         {"url.query_params_decode('y=2&x=1&y=3;z')", R"({"x": ["1"], "y": ["2", "3"], "z": [""]})"},
         {"url.query_params_decode('')", "{}"},
         {"url.query_params_decode('a=%zz')", "error: url.query_params_decode: invalid URL escape \"%zz\""},
         {"url.query_params_encode([])",
          "error: url.query_params_encode: expected argument to be a map, but was array"},
         {"url.query_params_encode({'a': 'b'})",
          "error: url.query_params_encode: expected map value to be array, but was string"},
         {"url.query_params_encode({'a': [1]})",
          "error: url.query_params_encode: expected array value to be string, but was integer"}});
}

TEST(Url, parse) {
  Check({{"url.parse('http://admin:password@url.domain:8080').string()",
          "\"http://admin:password@url.domain:8080\""},
         {"url.parse('http://admin:password@url.domain:8080').user.string()", "\"admin:password\""},
         {"url.parse('http://admin:password@url.domain:8080').user.name", "\"admin\""},
         {"url.parse('http://admin@url.domain').user.password", "None"},
         {"url.parse('http://a:b@url.domain:8080').without_user().string()", "\"http://url.domain:8080\""},
         {"url.parse('http://a:b@url.domain:8080').without_user().user", "None"},
         {"url.parse('http://a:b@url.domain:8080').hostname()", "\"url.domain\""},
         {"url.parse('https://[2001:db8::1]:17000').hostname()", "\"2001:db8::1\""},
         {"type(url.parse('a'))", "\"@ytt:url.value\""},
         {"type(url.parse('http://a@b').user)", "\"@ytt:url.user\""},
         {"url.parse('a')", "struct(...)"},
         {"dir(url.parse('a'))", R"(["hostname", "string", "user", "without_user"])"},
         {"url.parse('a')['hostname']()", "\"\""},
         {"url.parse(1)", "error: url.parse: expected a string, but was int"}});
}

TEST(UrlReference, text_is_kept) {
  for (const char* text :
       {"", "http://a", "http://a/b%2Fc?q=1#f", "mailto:jo@example.com", "/a/b?", "//host/p", "*",
        "http://a@b/%20", "http://[fe80::1%25en0]:80/", "a?b#c%20d", "file:///etc/hosts", "http://h/a!b'(c)",
        "file:/etc/hosts", "http://[::ffff:1.2.3.4]"}) {
    starlark::Outcome<UrlReference> url = UrlReference::Parse(text);
    ASSERT_TRUE(url.ok()) << text << ": " << url.error().message;
    EXPECT_EQ(url->Text(), text);
  }
  EXPECT_EQ(UrlReference::Parse("HTTP://A/b c")->Text(), "http://A/b%20c");
  EXPECT_EQ(UrlReference::Parse("a#")->Text(), "a");
}

TEST(UrlReference, errors_are_worded_as_by_go) {
  const struct {
    const char* text;
    const char* error;
  } cases[] = {
      {":a", "parse \":a\": missing protocol scheme"},
      {"1:a", "parse \"1:a\": first path segment in URL cannot contain colon"},
      {"http://[::1", "parse \"http://[::1\": missing ']' in host"},
      {"http://a[::1]", "parse \"http://a[::1]\": invalid IP-literal"},
      {"http://[1.2.3.4]", "parse \"http://[1.2.3.4]\": invalid IP-literal"},
      {"http://[a]", "parse \"http://[a]\": invalid host: ParseAddr(\"a\"): unable to parse IP"},
      {"http://[::1%25]", "parse \"http://[::1%25]\": invalid host: ParseAddr(\"::1%\"): unable to parse IP"},
      {"http://[]:80", "parse \"http://[]:80\": invalid host: ParseAddr(\"\"): unable to parse IP"},
      {"http://a:b", "parse \"http://a:b\": invalid port \":b\" after host"},
      {"http://a b", "parse \"http://a b\": invalid character \" \" in host name"},
      {"http://a%41", "parse \"http://a%41\": invalid URL escape \"%41\""},
      {"http://a/%zz", "parse \"http://a/%zz\": invalid URL escape \"%zz\""},
      {"http://a\"b@c", "parse \"http://a\"b@c\": net/url: invalid userinfo"},
      {"http://a/#%zz", "parse \"http://a/#%zz\": invalid URL escape \"%zz\""}};
  for (const auto& one : cases) {
    starlark::Outcome<UrlReference> url = UrlReference::Parse(one.text);
    ASSERT_FALSE(url.ok()) << one.text;
    EXPECT_EQ(url.error().message, one.error);
  }
}

}  // namespace
}  // namespace kval::modules
