#include "src/value/scalar_ambiguity.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace kval::value {
namespace {

std::string Shown(const Resolved& resolved) {
  char text[40];
  switch (resolved.kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBool:
      return resolved.boolean ? "true" : "false";
    case Kind::kInt:
      return resolved.is_unsigned ? std::to_string(static_cast<uint64_t>(resolved.integer)) + "u"
                                  : std::to_string(resolved.integer);
    case Kind::kFloat:
      std::snprintf(text, sizeof(text), "%gf", resolved.real);
      return text;
    case Kind::kString:
    case Kind::kSequence:
    case Kind::kMapping:
      return "string";
  }
  return {};
}

struct Case {
  const char* plain;
  const char* go;     // ytt, helm, k8s: resolved by gopkg.in/yaml.v2 2.4.0
  const char* core;   // YAML 1.2
  const char* serde;  // kcl
};

constexpr Case kCases[] = {
    {"", "null", "null", "null"},
    {"~", "null", "null", "null"},
    {"NULL", "null", "null", "null"},
    {"nUll", "string", "string", "string"},
    {"true", "true", "true", "true"},
    {"False", "false", "false", "false"},
    {"tRue", "string", "string", "string"},
    {"yes", "true", "string", "string"},
    {"OFF", "false", "string", "string"},
    {"y", "true", "string", "string"},
    {"N", "false", "string", "string"},
    {"yEs", "string", "string", "string"},
    {"12", "12", "12", "12"},
    {"+12", "12", "12", "12"},
    {"-12", "-12", "-12", "-12"},
    {"017", "15", "17", "string"},
    {"-017", "-15", "-17", "string"},
    {"08", "8f", "8", "string"},
    {"0o17", "15", "15", "15"},
    {"0O17", "15", "string", "string"},
    {"0x1F", "31", "31", "31"},
    {"-0x1f", "-31", "string", "-31"},
    {"0b101", "5", "string", "5"},
    {"0b2", "string", "string", "string"},
    {"0b-1", "-1", "string", "string"},
    {"0b+1", "1", "string", "string"},
    {"-0b-1", "string", "string", "string"},
    {"0b--1", "string", "string", "string"},
    {"0x", "string", "string", "string"},
    {"1_000", "1000", "string", "string"},
    {"_1", "string", "string", "string"},
    {"1e3", "1000f", "1000f", "1000f"},
    {"1.5E-1", "0.15f", "0.15f", "0.15f"},
    {"1.", "1f", "1f", "1f"},
    {".5", "0.5f", "0.5f", "0.5f"},
    {"-.5", "-0.5f", "-0.5f", "-0.5f"},
    {".", "string", "string", "string"},
    {"+", "string", "string", "string"},
    {"-", "string", "string", "string"},
    {"1e", "string", "string", "string"},
    {"1.2.3", "string", "string", "string"},
    {"0e1234", "0f", "0f", "0f"},
    {"1e400", "string", "inff", "string"},
    {"1e-400", "0f", "0f", "0f"},
    {".inf", "inff", "inff", "inff"},
    {"-.Inf", "-inff", "-inff", "-inff"},
    {".NaN", "nanf", "nanf", "nanf"},
    {"9223372036854775807", "9223372036854775807", "9223372036854775807", "9223372036854775807"},
    {"9223372036854775808", "9223372036854775808u", "9223372036854775808u", "9223372036854775808u"},
    {"-9223372036854775808", "-9223372036854775808", "-9223372036854775808", "-9223372036854775808"},
    {"-9223372036854775809", "-9.22337e+18f", "-9.22337e+18f", "-9.22337e+18f"},
    {"18446744073709551616", "1.84467e+19f", "1.84467e+19f", "1.84467e+19f"},
    {"1:30", "string", "string", "string"},
    {"2020-01-01", "string", "string", "string"},
    {"--1", "string", "string", "string"},
    {"1 2", "string", "string", "string"},
};

TEST(Resolve, FollowsTheTableOfTheDialect) {
  for (const Case& tested : kCases) {
    EXPECT_EQ(Shown(Resolve(Dialect::kYtt, tested.plain)), tested.go) << tested.plain;
    EXPECT_EQ(Shown(Resolve(Dialect::kHelm, tested.plain)), tested.go) << tested.plain;
    EXPECT_EQ(Shown(Resolve(Dialect::kK8s, tested.plain)), tested.go) << tested.plain;
    EXPECT_EQ(Shown(Resolve(Dialect::kYaml12, tested.plain)), tested.core) << tested.plain;
    EXPECT_EQ(Shown(Resolve(Dialect::kKcl, tested.plain)), tested.serde) << tested.plain;
  }
}

// Source: validate_code of kcl_lib, which reads the data of `kcl vet`.
TEST(Resolve, DataOfKclVetHasItsWordsInSmallLettersAlone) {
  const std::pair<const char*, const char*> cases[] = {
      {"true", "true"},    {"True", "string"}, {"FALSE", "string"}, {"null", "null"},  {"~", "null"},
      {"Null", "string"},  {"017", "17"},      {"08", "8"},         {"0o17", "15"},    {"0x1F", "31"},
      {"-0x1F", "string"}, {"0X1F", "string"}, {"0b11", "string"},  {"+1", "1"},       {"-0", "0"},
      {"1_000", "string"}, {"+0x1", "string"}, {"1.5", "1.5f"},     {"yes", "string"}, {"", "null"},
  };
  for (const auto& [plain, shown] : cases) {
    EXPECT_EQ(Shown(Resolve(Dialect::kKclVet, plain)), shown) << plain;
  }
}

// Source: PyYAML's yaml.safe_load.
TEST(Resolve, ConfigurationInYaml11HasItsBooleansAndOctals) {
  const std::pair<const char*, const char*> cases[] = {
      {"yes", "true"}, {"No", "false"},   {"on", "true"},  {"OFF", "false"}, {"017", "15"},    {"0x1F", "31"},
      {"0b11", "3"},   {"1_000", "1000"}, {"1.5", "1.5f"}, {"~", "null"},    {"Null", "null"},
  };
  for (const auto& [plain, shown] : cases) {
    EXPECT_EQ(Shown(Resolve(Dialect::kYaml11, plain)), shown) << plain;
  }
}

TEST(FindAmbiguity, FindsAmbiguousScalars) {
  EXPECT_EQ(FindAmbiguity("yes")->ambiguity, AmbiguityKind::kBoolean);
  EXPECT_EQ(FindAmbiguity("0755")->ambiguity, AmbiguityKind::kLegacyOctal);
  EXPECT_EQ(FindAmbiguity("1_000")->ambiguity, AmbiguityKind::kNumberOrText);
  for (const char* exponent : {"1e3", "12345e7", "1.5e3", "-1E5"}) {
    ASSERT_TRUE(FindAmbiguity(exponent).has_value()) << exponent;
    EXPECT_EQ(FindAmbiguity(exponent)->ambiguity, AmbiguityKind::kNumberOrText) << exponent;
  }
  for (const char* old : {"12:30", "-190:20:30", "2001-12-14"}) {
    ASSERT_TRUE(FindAmbiguity(old).has_value()) << old;
    EXPECT_EQ(FindAmbiguity(old)->ambiguity, AmbiguityKind::kNumberOrText) << old;
  }
  for (const char* same : {"true", "12", "text", "", "1.5e+3", "e3", "1e", "0x1e3", "0o17", "0", "8080:80",
                           "12:", "a:1", "2001-12-1", "1:2x"}) {
    EXPECT_FALSE(FindAmbiguity(same).has_value()) << same;
  }
}

// Source: `ytt --strict`.
TEST(GetStrictError, TakesOnlyWhatAllReadersTakeAlike) {
  for (const char* good : {"", "true", "12", "-1.5", "1e3", "text", "a-b"}) {
    EXPECT_EQ(GetStrictError(Dialect::kYtt, good), "") << good;
  }
  for (const char* bad : {"yes", "n", "Off", "0755", "1_000", "0b1", "12:30", "2001-12-14", "True", "~",
                          "null", "0x1F", "+1", ".5", "a b", "a:b", "a---b", "https://example.com:8080/x"}) {
    EXPECT_NE(GetStrictError(Dialect::kYtt, bad), "") << bad;
  }
}

}  // namespace
}  // namespace kval::value
