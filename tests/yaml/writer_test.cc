#include "src/yaml/writer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "src/value/builder.h"
#include "src/yaml/json_writer.h"
#include "tests/yaml/corpus.h"
#include "tests/yaml/dump.h"

namespace kval::yaml {
namespace {

struct StringCase {
  const char* text;
  const char* ytt;  // as gopkg.in/yaml.v2 2.4.0 writes `[text]`
  const char* kcl;  // as kcl 0.12 writes it, with serde_yaml
};

constexpr StringCase kStrings[] = {
    {"yes", "- \"yes\"\n", "- 'yes'\n"},
    {"1", "- \"1\"\n", "- '1'\n"},
    {"0755", "- \"0755\"\n", "- '0755'\n"},
    {"x: y", "- 'x: y'\n", "- 'x: y'\n"},
    {"x #y", "- 'x #y'\n", "- 'x #y'\n"},
    {"", "- \"\"\n", "- ''\n"},
    {" lead", "- ' lead'\n", "- ' lead'\n"},
    {"trail ", "- 'trail '\n", "- 'trail '\n"},
    {"multi\nline", "- |-\n  multi\n  line\n", "- |-\n  multi\n  line\n"},
    {"multi\nline\n", "- |\n  multi\n  line\n", "- |\n  multi\n  line\n"},
    {"multi\n\n", "- |+\n  multi\n\n", "- |+\n  multi\n\n"},
    {"  lead\nx", "- |2-\n    lead\n  x\n", "- |2-\n    lead\n  x\n"},
    {"- x", "- '- x'\n", "- '- x'\n"},
    {"'quoted'", "- '''quoted'''\n", "- '''quoted'''\n"},
    {"\"dq\"", "- '\"dq\"'\n", "- '\"dq\"'\n"},
    {"tab\tx", "- \"tab\\tx\"\n", "- \"tab\\tx\"\n"},
    {"~", "- \"~\"\n", "- '~'\n"},
    {":", "- ':'\n", "- ':'\n"},
    {"*a", "- '*a'\n", "- '*a'\n"},
    {"\x01", "- \"\\x01\"\n", "- \"\\x01\"\n"},
    {"\xC3\xA9", "- \xC3\xA9\n", "- \xC3\xA9\n"},
    {"2020-01-01", "- \"2020-01-01\"\n", "- '2020-01-01'\n"},
    {"1:30", "- \"1:30\"\n", "- '1:30'\n"},
    {"1_000", "- \"1_000\"\n", "- '1_000'\n"},
    {"\n", "- |2+\n\n", "- |2+\n\n"},
    {"\nx", "- |2-\n\n  x\n", "- |2-\n\n  x\n"},
    {"x\n ", "- \"x\\n \"\n", "- \"x\\n \"\n"},
    {"=", "- =\n", "- =\n"},
    {"a, b", "- a, b\n", "- a, b\n"},
    {"a\r\nb", "- \"a\\r\\nb\"\n", "- \"a\\r\\nb\"\n"},
    {"trail \nx", "- \"trail \\nx\"\n", "- \"trail \\nx\"\n"},
    {"-a", "- -a\n", "- '-a'\n"},
    {"10.0.0.1", "- 10.0.0.1\n", "- '10.0.0.1'\n"},
    {"nUll", "- nUll\n", "- 'nUll'\n"},
    {"v1", "- v1\n", "- v1\n"},
    {":a", "- :a\n", "- :a\n"},
    {"a#b", "- a#b\n", "- a#b\n"},
    {"https://x", "- https://x\n", "- https://x\n"},
    {"---", "- '---'\n", "- '---'\n"},
    {"\xF0\x9F\x98\x80", "- \"\\U0001F600\"\n", "- \xF0\x9F\x98\x80\n"},
};

std::string Written(const value::Value& value, const YamlStyle& style) {
  std::string out;
  WriteYaml(value, style, out);
  return out;
}

TEST(Writer, QuotesStringsAsYttAndKclDo) {
  Arena arena;
  for (const StringCase& tested : kStrings) {
    value::Builder build(&arena);
    const value::Value* items[] = {build.String(tested.text)};
    const value::Value& list = *build.Sequence(items);
    EXPECT_EQ(Written(list, {EncoderStyle::kYtt, value::Dialect::kYtt}), tested.ytt) << tested.text;
    EXPECT_EQ(Written(list, {EncoderStyle::kKcl, value::Dialect::kKcl}), tested.kcl) << tested.text;
  }
}

TEST(Writer, PrintsFloatsAsGoAndSerdeDo) {
  EXPECT_EQ(GoFloat(1.0), "1");
  EXPECT_EQ(GoFloat(1e8), "1e+08");
  EXPECT_EQ(GoFloat(1234567), "1.234567e+06");
  EXPECT_EQ(GoFloat(123456.5), "123456.5");
  EXPECT_EQ(GoFloat(0.0001), "0.0001");
  EXPECT_EQ(GoFloat(0.00001), "1e-05");
  EXPECT_EQ(GoFloat(-INFINITY), "-.inf");
  EXPECT_EQ(SerdeFloat(1.0), "1.0");
  EXPECT_EQ(SerdeFloat(1e15), "1000000000000000.0");
  EXPECT_EQ(SerdeFloat(1e16), "1e16");
  EXPECT_EQ(SerdeFloat(1.2345678901234568e17), "1.2345678901234568e17");
  EXPECT_EQ(SerdeFloat(1e-5), "0.00001");
  EXPECT_EQ(SerdeFloat(1e-6), "1e-6");
}

TEST(Writer, IndentsAsYttDoes) {
  const Reading reading(
      "a: [[1, [2]], {x: 1, z: [3]}, {}, []]\nb:\n  c: {}\n? [k]\n: v\n? \"x\\ny\"\n: [1]\ntrue: 1\n");
  EXPECT_EQ(Written(*reading.file.documents[0].root, {}),
            "a:\n- - 1\n  - - 2\n- x: 1\n  z:\n  - 3\n- {}\n- []\nb:\n  c: {}\n? - k\n: v\n? |-\n  x\n  y\n: "
            "- 1\ntrue: 1\n");
}

TEST(Writer, QuotesWhatTheReaderTakesForLinesOfADiff) {
  const Reading reading(
      "'+- a': {'+- b': 1}\n'+  c': 1\n-d: 1\n'+d': 1\n'+1': 1\n+2 x: 1\n+ e: 1\n-f: 1\n+g: 1\n");
  ASSERT_EQ(reading.errors(), "");
  const std::string text =
      "'+- a':\n  +- b: 1\n'+  c': 1\n-d: 1\n'+d': 1\n\"+1\": 1\n+2 x: 1\n+ e: 1\n-f: 1\n+g: 1\n";
  EXPECT_EQ(Written(*reading.file.documents[0].root, {}), text);
  EXPECT_EQ(Reading(text).errors(), "");
  Arena arena;
  EXPECT_EQ(Written(*value::Builder(&arena).String("+- a"), {}), "'+- a'\n");
}

TEST(Writer, SeparatesDocuments) {
  Arena arena;
  value::Builder build(&arena);
  const value::Value* documents[] = {build.Int(1), build.Null(), build.Unsigned(UINT64_MAX)};
  std::string out;
  WriteYamlStream(documents, {}, out);
  EXPECT_EQ(out, "1\n---\nnull\n---\n18446744073709551615\n");
  out.clear();
  WriteYamlStream(std::span(documents).subspan(1, 1), {}, out);
  EXPECT_EQ(out, "");
}

TEST(JsonWriter, WritesWhatJsonCanHold) {
  const Reading reading(
      "b: [1, 1.5, 2.0, .inf, null, true, 18446744073709551615]\na: \"x\\n\\u0001\xff\"\n1: {}\n");
  std::string out;
  WriteJson(*reading.file.documents[0].root, {0, true}, out);
  EXPECT_EQ(
      out,
      "{\"1\":{},\"a\":\"x\\n\\u0001\xEF\xBF\xBD\",\"b\":[1,1.5,2.0,null,null,true,18446744073709551615]}");
  out.clear();
  WriteJson(*reading.file.documents[0].root->entries()[0].value, {2, false, GoEscapes::kHtml}, out);
  EXPECT_EQ(out, "[\n  1,\n  1.5,\n  2,\n  null,\n  null,\n  true,\n  18446744073709551615\n]");
}

bool Same(const value::Value& a, const value::Value& b) {
  // ytt writes floats without a fraction as integers, so their type changes.
  return value::Equal(a, b) || Flat(a) == Flat(b);
}

// Writes each document of the corpora, reads it with `reader`, and expects an equal value.
void ExpectRoundTrip(const YamlStyle& style, const Reader& reader) {
  const auto root = CorpusRoot();
  if (!root) {
    GTEST_SKIP() << "no corpora";
  }
  size_t documents = 0;
  for (const std::string& path : FilesBelow(*root, {".yml", ".yaml"})) {
    ReadOptions options;
    options.dialect = style.dialect;
    options.duplicates = DuplicateKeys::kLastWins;
    const Reading reading(ReadAll(path), options);
    for (const Document& document : reading.file.documents) {
      if (document.is_invalid) {
        continue;
      }
      std::string text;
      WriteYaml(*document.root, style, text);
      // yaml-cpp decodes `\\N` (U+0085), which go-yaml writes and reads, to a single byte.
      if (&reader == &YamlCppReader() && text.find("\\N") != std::string::npos) {
        continue;
      }
      options.reader = &reader;
      const Reading again(text, options);
      ++documents;
      ASSERT_EQ(again.errors(), "") << path << "\n" << text;
      ASSERT_EQ(again.file.documents.size(), 1U) << path << "\n" << text;
      ASSERT_TRUE(Same(*document.root, *again.file.documents[0].root)) << path << "\n"
                                                                       << text << Flat(*document.root) << "\n"
                                                                       << Flat(*again.file.documents[0].root);
    }
  }
  EXPECT_GT(documents, 1000U);
}

TEST(Writer, GivesTextThatReadsBackAsTheSameValues) {
  ExpectRoundTrip({EncoderStyle::kYtt, value::Dialect::kYtt}, NativeReader());
  ExpectRoundTrip({EncoderStyle::kYtt, value::Dialect::kK8s}, NativeReader());
  ExpectRoundTrip({EncoderStyle::kKcl, value::Dialect::kKcl}, NativeReader());
  ExpectRoundTrip({EncoderStyle::kKcl, value::Dialect::kYaml12}, NativeReader());
}

TEST(Writer, GivesTextWithCommentsThatReadsBackAsTheSameValues) {
  YamlStyle style{EncoderStyle::kYtt, value::Dialect::kYtt};
  style.comment = [](const value::Value&) { return "a.yml:1:1, over \"b\": {"; };
  ExpectRoundTrip(style, NativeReader());
  ExpectRoundTrip(style, YamlCppReader());
}

TEST(Writer, CommentsStandAfterScalarsAndEmptyCollections) {
  const Reading reading("a: 1\nb: [x, {}, []]\nc: |\n  two\n  lines\nd: {e: null}\n? {f: 2}\n: g\n");
  YamlStyle style;
  style.comment = [](const value::Value& value) {
    return value.kind == value::Kind::kNull ? std::string() : std::string(value::KindName(value.kind));
  };
  EXPECT_EQ(Written(*reading.file.documents[0].root, style),
            "a: 1  # integer\nb:\n- x  # string\n- {}  # map\n- []  # array\n"
            "c: |  # string\n  two\n  lines\nd:\n  e: null\n? f: 2  # integer\n: g  # string\n");
}

TEST(Writer, GivesTextThatYamlCppReadsAlike) {
  ExpectRoundTrip({EncoderStyle::kYtt, value::Dialect::kYtt}, YamlCppReader());
  ExpectRoundTrip({EncoderStyle::kKcl, value::Dialect::kKcl}, YamlCppReader());
}

}  // namespace
}  // namespace kval::yaml
