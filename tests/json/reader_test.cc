#include "src/json/reader.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

namespace kval::json {
namespace {

// Records the received events.
class Recorder : public Handler {
 public:
  bool Null(Place) override { return Add("null"); }
  bool Bool(bool boolean, Place) override { return Add(boolean ? "true" : "false"); }
  bool Number(std::string_view spelling, Place) override { return Add(spelling); }
  bool String(std::string_view text, Place place) override {
    return Add("'" + std::string(text) + "'@" + std::to_string(place.begin) + "-" +
               std::to_string(place.end));
  }
  bool Key(std::string_view text, Place) override { return Add(std::string(text) + ":"); }
  bool BeginObject(Place) override { return Add("{"); }
  bool EndObject(Place) override { return Add("}"); }
  bool BeginArray(Place) override { return Add("["); }
  bool EndArray(Place) override { return Add("]"); }

  std::string received;

 private:
  bool Add(std::string_view part) {
    received.append(received.empty() ? "" : " ").append(part);
    return true;
  }
};

std::string Received(std::string_view text, Options options = {}) {
  Recorder recorder;
  EXPECT_TRUE(Read(text, recorder, options).ok()) << text;
  return recorder.received;
}

TEST(JsonReader, HandsOverAllPartsInOrder) {
  EXPECT_EQ(Received(R"( {"a": [1, -0.5e+3, "b"], "c": {}, "d": [], "e": [true, false, null]} )"),
            "{ a: [ 1 -0.5e+3 'b'@20-23 ] c: { } d: [ ] e: [ true false null ] }");
}

TEST(JsonReader, DecodesEscapes) {
  EXPECT_EQ(Received(R"("\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00")"),
            "'\"\\/\b\f\n\r\t\xC3\xA9\xF0\x9F\x98\x80'@0-36");
}

TEST(JsonReader, ALoneSurrogateIsAReplacementCharacterInGo) {
  const Options go = {.is_go = true};
  EXPECT_EQ(Received(R"("\ud800")", go), "'\xEF\xBF\xBD'@0-8");
  EXPECT_EQ(Received(R"("\ude00x")", go), "'\xEF\xBF\xBDx'@0-9");
  EXPECT_EQ(Received(R"("\ud800\u0041")", go), "'\xEF\xBF\xBD\x41'@0-14");
}

TEST(JsonReader, APrefixEndsBehindItsValue) {
  Recorder recorder;
  const Outcome outcome = Read("[1] x", recorder, {.is_prefix = true});
  EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.at, 3U);
}

// For such exponents RapidJSON 1.1 reads out of the bounds of a table of powers of ten (CVE-2024-38517).
TEST(JsonReader, AnyExponentIsHandedOverAsItIsSpelled) {
  for (const std::string_view number :
       {"1.0000000000e-2147483639", "1e400", "1e-400", "0e99999999999999999999", "1.5E+2147483648"}) {
    EXPECT_EQ(Received(number), number);
  }
}

TEST(JsonReader, NestingCostsNoStack) {
  constexpr size_t kDepth = 5'000'000;
  Handler handler;
  EXPECT_TRUE(Read(std::string(kDepth, '[') + std::string(kDepth, ']'), handler).ok());
}

struct Broken {
  std::string_view text;
  Error error;
  size_t at;
};

void PrintTo(const Broken& broken, std::ostream* out) {
  *out << broken.text;
}

class BrokenJson : public testing::TestWithParam<Broken> {};

TEST_P(BrokenJson, IsAnErrorWhereItShows) {
  Handler handler;
  const Outcome outcome = Read(GetParam().text, handler, {.validates_utf8 = true});
  EXPECT_EQ(outcome.error, GetParam().error);
  EXPECT_EQ(outcome.at, GetParam().at);
  EXPECT_FALSE(MessageOf(outcome.error).empty());
}

constexpr Broken kBroken[] = {
    {"", Error::kEmpty, 0},
    {" ", Error::kEmpty, 1},
    {"]", Error::kEmpty, 0},
    {"1 2", Error::kMoreAfterValue, 2},
    {std::string_view("1\0", 2), Error::kMoreAfterValue, 1},
    {"[", Error::kNoValue, 1},
    {"[1,]", Error::kNoValue, 3},
    {"[x]", Error::kNoValue, 1},
    {"nul", Error::kNoValue, 3},
    {"-", Error::kNoValue, 1},
    {"01", Error::kMoreAfterValue, 1},
    {"{", Error::kNoKey, 1},
    {"{1", Error::kNoKey, 1},
    {R"({"a":1,})", Error::kNoKey, 7},
    {R"({"a")", Error::kNoColon, 4},
    {R"({"a":)", Error::kNoValue, 5},
    {R"({"a":1)", Error::kNoCommaInObject, 6},
    {R"({"a":1])", Error::kNoCommaInObject, 6},
    {"[1", Error::kNoCommaInArray, 2},
    {"[1}", Error::kNoCommaInArray, 2},
    {R"("\u00g0")", Error::kHexDigit, 1},
    {R"("\u)", Error::kHexDigit, 1},
    {R"("\ud800")", Error::kSurrogate, 1},
    {R"("\ud800\u0041")", Error::kSurrogate, 1},
    {R"("\ude00")", Error::kSurrogate, 1},
    {R"("\x")", Error::kEscape, 1},
    {R"("\)", Error::kEscape, 1},
    {R"("a)", Error::kUnclosedString, 2},
    {"\"a\n\"", Error::kControlCharacter, 2},
    {std::string_view("\"a\0\"", 4), Error::kControlCharacter, 2},
    {"\"a\xFF\"", Error::kEncoding, 2},
    {"1.", Error::kNoFraction, 2},
    {"1.e1", Error::kNoFraction, 2},
    {"1e", Error::kNoExponent, 2},
    {"1e+", Error::kNoExponent, 3},
};

INSTANTIATE_TEST_SUITE_P(Texts, BrokenJson, testing::ValuesIn(kBroken));

}  // namespace
}  // namespace kval::json
