#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Base64, encode_and_decode) {
  CheckText({{"base64.encode('regular')", "cmVndWxhcg=="},
             {"base64.encode('regula')", "cmVndWxh"},
             {"base64.encode('')", ""},
             {"base64.decode('cmVndWxhcg==')", "regular"},
             {"base64.decode('cmVn\\ndWxh\\n')", "regula"},
             {"base64.encode('a?b>', raw=True)", "YT9iPg"},
             {"base64.encode('>>>?>?')", "Pj4+Pz4/"},
             {"base64.encode('>>>?>?', url=True)", "Pj4-Pz4_"},
             {"base64.decode('Pj4-Pz4_', url=True)", ">>>?>?"},
             {"base64.decode('YT9iPg', raw=True)", "a?b>"},
             {"base64.decode('YR==')", "a"}});
}

TEST(Base64, refuses) {
  Check({{"base64.decode('YT9iPg')", "error: base64.decode: illegal base64 data at input byte 6"},
         {"base64.decode('Y')", "error: base64.decode: illegal base64 data at input byte 1"},
         {"base64.decode('YQ==x')", "error: base64.decode: illegal base64 data at input byte 4"},
         {"base64.decode('Y*==')", "error: base64.decode: illegal base64 data at input byte 1"},
         {"base64.decode('YQ==', raw=True)", "error: base64.decode: illegal base64 data at input byte 2"},
         {"base64.decode('YR==', strict=True)", "error: base64.decode: illegal base64 data at input byte 1"},
         {"base64.encode(1)", "error: base64.encode: expected a string, but was int"},
         {"base64.encode()", "error: base64.encode: expected exactly one argument"},
         {"base64.encode('a', url=1)", "error: base64.encode: expected starlark.Bool, but was starlark.Int"},
         {"base64.decodable('YQ==')", "True"},
         {"base64.decodable('YQ=')", "False"},
         {"base64.decodable().startswith('Decodable base64: ')", "True"}});
}

TEST(Spelling, nearest) {
  Check({{"spelling.nearest('replcas', ['replicas', 'image'])", "\"replicas\""},
         {"spelling.nearest('x', {'replicas': 1}.keys())", "None"},
         {"spelling.nearest('x', 'abc')", "error: spelling.nearest: expected a sequence, but was a 'string'"},
         {"spelling.nearest('x')", "error: spelling.nearest: expected exactly two arguments"}});
}

}  // namespace
}  // namespace kval::modules
