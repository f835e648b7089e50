// Simulates an editor session on one schema: edited, incomplete and invalid documents, arbitrary document
// names, and queries at every offset.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "include/kval/kval.h"

namespace kval::api {
namespace {

using namespace std::string_literals;

constexpr const char* kAnything = "#@data/values-schema\n#@schema/type any=True\n---\nx: 1\n";
constexpr const char* kPort = "#@data/values-schema\n---\nport: 1\n";

Schema SchemaOf(const std::string& name, const std::string& text, const char* check_steps = nullptr) {
  SchemaRequest request;
  request.inputs.push_back({name, text});
  if (check_steps != nullptr) {
    request.limits = {{"check-steps", check_steps}};
  }
  Schema::CompileResult compiled = Schema::Compile(request);
  EXPECT_TRUE(compiled.schema);
  return compiled.schema;
}

// Sanitizers keep freed memory. Clang before 22 announces them with __has_feature only, not with a macro.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KVAL_TEST_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KVAL_TEST_SANITIZED
#endif
#endif

// Returns the resident memory in KiB; 0 on other systems than Linux and under sanitizers.
size_t KibibytesHeld() {
#if defined(__linux__) && !defined(KVAL_TEST_SANITIZED)
  std::ifstream file("/proc/self/statm");
  size_t all = 0;
  size_t resident = 0;
  file >> all >> resident;
  return resident * 4;
#else
  return 0;
#endif
}

TEST(Editing, LeavesNothingAfter) {
  const Schema schema = SchemaOf("schema.yml", kAnything);
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += "key" + std::to_string(i) + ": {a: text " + std::to_string(i) + ", b: [1, 2]}\n";
  }
  constexpr std::string_view kTyped = "x:'\"[{\n -#&*|";
  const auto edit = [&](size_t count) {
    for (size_t i = 0; i < count; ++i) {
      const size_t at = i * 7919 % text.size();
      std::string edited = text;
      edited.insert(at, 1, kTyped[i % kTyped.size()]);
      schema.Check(edited, "values-" + std::to_string(i) + ".yml");
      EXPECT_EQ(schema.Describe(edited, at).report.outcome, Outcome::kValid);
    }
  };
  edit(200);
  const size_t before = KibibytesHeld();
  edit(1500);
  EXPECT_LE(KibibytesHeld(), before + 2048);
}

TEST(Editing, ATextMayBeCalledAnything) {
  const Schema schema = SchemaOf("schema.yml", kPort);
  for (const std::string& name :
       {""s, "-"s, "/"s, ".."s, "schema.yml"s, "a\0b"s, "file:///etc/passwd"s, "../../x"s, "untitled:1"s,
        "x.star"s, "x.k"s, "x.txt"s, "\xff\xfe"s, std::string(100'000, 'n')}) {
    const Report report = schema.Check("port: \"80\"\n", name);
    EXPECT_EQ(report.outcome, Outcome::kInvalid) << name;
    ASSERT_EQ(report.findings.size(), 1U) << name;
    EXPECT_TRUE(report.findings[0].value) << name;
    EXPECT_EQ(report.findings[0].value.line, 1U) << name;
    EXPECT_EQ(report.findings[0].edits.size(), 1U) << name;
  }
}

TEST(Editing, EveryOffsetOfATextCanBeQueried) {
  const Schema schema = SchemaOf("schema.yml", kPort);
  for (const std::string& text :
       {""s, "\xef\xbb\xbfport: 1\n"s, "port: \xf0\x9f\x98\x80 x\r\nb: \xed\xa0\x80\n"s, "\0"s,
        "port: \"\\ud83d\\ude00\"\n"s,
        "\xff\xfe"
        "a\0:\0 \0"
        "1\0\n\0"s,
        "port: 1\n---\n---\nport: x\n"s, "&a [*a]"s, "? [a]: b\n"s, "<<: *a\n"s, "\"port\nx\": 1\n"s}) {
    for (size_t at = 0; at <= text.size(); ++at) {
      EXPECT_EQ(schema.Describe(text, at).report.outcome, Outcome::kValid) << text << " at " << at;
    }
    for (const size_t beyond : {text.size() + 1, size_t{1} << 32U, ~size_t{0}}) {
      const Schema::DescribeResult requested = schema.Describe(text, beyond);
      EXPECT_EQ(requested.report.outcome, Outcome::kUnusable) << text;
      EXPECT_FALSE(requested.meaning);
    }
  }
}

TEST(Editing, StringsThatAreNestedDeeplyAreALimit) {
  const Schema schema = SchemaOf("schema.yml", kAnything);
  std::string maps;
  for (int i = 0; i < 100'000; ++i) {
    maps += "{\"a\":";
  }
  for (const std::string& text :
       {std::string(100'000, '['), std::string(100'000, '[') + std::string(100'000, ']'), maps}) {
    EXPECT_EQ(schema.Check(text, "v.json").outcome, Outcome::kLimit);
    EXPECT_EQ(schema.Describe(text, text.size() / 2).report.outcome, Outcome::kValid);
  }
}

// A list of kCount maps; each matches exactly one of kCount alternatives.
class Alternatives : public testing::Test {
 protected:
  static constexpr int kCount = 400;

  Alternatives() {
    for (int i = 0; i < kCount; ++i) {
      const std::string name = "k" + std::to_string(i);
      members_ += (i == 0 ? "" : ",") + (R"({"type": "object", "properties": {"kind": {"const": ")" + name +
                                         R"("}}, "required": ["kind"]})");
      values_ += "- kind: " + name + "\n";
    }
  }
  Schema SchemaWith(const char* check_steps) const {
    return SchemaOf("a.schema.json",
                    R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "items": {"anyOf": [)" +
                        members_ + "]}}",
                    check_steps);
  }
  std::string members_, values_;
};

// Ask compares only the values that contain the offset, so a step limit that suffices for Check suffices for
// Ask.
TEST_F(Alternatives, APlaceCostsNoMoreThanTheCheck) {
  const Schema schema = SchemaWith("20000");
  EXPECT_EQ(schema.Check(values_, "v.yml").outcome, Outcome::kValid);
  const Schema::DescribeResult requested = schema.Describe(values_, values_.find("k399"));
  EXPECT_EQ(requested.report.outcome, Outcome::kValid);
  EXPECT_EQ(requested.meaning.path_text, "[399].kind");
  EXPECT_EQ(requested.meaning.type, "\"k399\"");
}

TEST_F(Alternatives, WhatIsNotFoundOutIsNotGuessed) {
  const Schema::DescribeResult requested = SchemaWith("300").Describe(values_, values_.find("k399"));
  EXPECT_EQ(requested.report.outcome, Outcome::kLimit);
  ASSERT_EQ(requested.report.findings.size(), 1U);
  EXPECT_EQ(requested.report.findings[0].rule, "KV023");
  EXPECT_FALSE(requested.meaning);
}

}  // namespace
}  // namespace kval::api
