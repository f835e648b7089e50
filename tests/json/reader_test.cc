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
  bool Null(ByteOffsets) override { return Add("null"); }
  bool Bool(bool boolean, ByteOffsets) override { return Add(boolean ? "true" : "false"); }
  bool Number(std::string_view spelling, ByteOffsets) override { return Add(spelling); }
  bool String(std::string_view text, ByteOffsets place) override {
    return Add("'" + std::string(text) + "'@" + std::to_string(place.begin) + "-" +
               std::to_string(place.end));
  }
  bool Key(std::string_view text, ByteOffsets) override { return Add(std::string(text) + ":"); }
  bool BeginObject(ByteOffsets) override { return Add("{"); }
  bool EndObject(ByteOffsets) override { return Add("}"); }
  bool BeginArray(ByteOffsets) override { return Add("["); }
  bool EndArray(ByteOffsets) override { return Add("]"); }

  std::string received;

 private:
  bool Add(std::string_view part) {
    received.append(received.empty() ? "" : " ").append(part);
    return true;
  }
};

std::string Received(std::string_view text, JsonReadOptions options = {}) {
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
  const JsonReadOptions go = {.is_go = true};
  EXPECT_EQ(Received(R"("\ud800")", go), "'\xEF\xBF\xBD'@0-8");
  EXPECT_EQ(Received(R"("\ude00x")", go), "'\xEF\xBF\xBDx'@0-9");
  EXPECT_EQ(Received(R"("\ud800\u0041")", go), "'\xEF\xBF\xBD\x41'@0-14");
}

TEST(JsonReader, APrefixEndsAfterItsValue) {
  Recorder recorder;
  const JsonReadResult outcome = Read("[1] x", recorder, {.is_prefix = true});
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
  JsonError error;
  size_t at;
};

void PrintTo(const Broken& broken, std::ostream* out) {
  *out << broken.text;
}

class BrokenJson : public testing::TestWithParam<Broken> {};

TEST_P(BrokenJson, IsAnErrorWhereItShows) {
  Handler handler;
  const JsonReadResult outcome = Read(GetParam().text, handler, {.validates_utf8 = true});
  EXPECT_EQ(outcome.error, GetParam().error);
  EXPECT_EQ(outcome.at, GetParam().at);
  EXPECT_FALSE(MessageOf(outcome.error).empty());
}

constexpr Broken kBroken[] = {
    {"", JsonError::kEmpty, 0},
    {" ", JsonError::kEmpty, 1},
    {"]", JsonError::kEmpty, 0},
    {"1 2", JsonError::kMoreAfterValue, 2},
    {std::string_view("1\0", 2), JsonError::kMoreAfterValue, 1},
    {"[", JsonError::kNoValue, 1},
    {"[1,]", JsonError::kNoValue, 3},
    {"[x]", JsonError::kNoValue, 1},
    {"nul", JsonError::kNoValue, 3},
    {"-", JsonError::kNoValue, 1},
    {"01", JsonError::kMoreAfterValue, 1},
    {"{", JsonError::kNoKey, 1},
    {"{1", JsonError::kNoKey, 1},
    {R"({"a":1,})", JsonError::kNoKey, 7},
    {R"({"a")", JsonError::kNoColon, 4},
    {R"({"a":)", JsonError::kNoValue, 5},
    {R"({"a":1)", JsonError::kNoCommaInObject, 6},
    {R"({"a":1])", JsonError::kNoCommaInObject, 6},
    {"[1", JsonError::kNoCommaInArray, 2},
    {"[1}", JsonError::kNoCommaInArray, 2},
    {R"("\u00g0")", JsonError::kHexDigit, 1},
    {R"("\u)", JsonError::kHexDigit, 1},
    {R"("\ud800")", JsonError::kSurrogate, 1},
    {R"("\ud800\u0041")", JsonError::kSurrogate, 1},
    {R"("\ude00")", JsonError::kSurrogate, 1},
    {R"("\x")", JsonError::kEscape, 1},
    {R"("\)", JsonError::kEscape, 1},
    {R"("a)", JsonError::kUnclosedString, 2},
    {"\"a\n\"", JsonError::kControlCharacter, 2},
    {std::string_view("\"a\0\"", 4), JsonError::kControlCharacter, 2},
    {"\"a\xFF\"", JsonError::kEncoding, 2},
    {"1.", JsonError::kNoFraction, 2},
    {"1.e1", JsonError::kNoFraction, 2},
    {"1e", JsonError::kNoExponent, 2},
    {"1e+", JsonError::kNoExponent, 3},
};

INSTANTIATE_TEST_SUITE_P(Strings, BrokenJson, testing::ValuesIn(kBroken));

}  // namespace
}  // namespace kval::json
