// Inherited attributes in programs with many schemas, compared with a walk along bases and mixins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/kcl/sema/analyzing.h"

namespace kval::kcl::testing {
namespace {

const Attribute* Walk(const Schema& schema, Symbol name) {
  if (const auto own = schema.by_name.find(name); own != schema.by_name.end()) {
    return &schema.attributes[own->second];
  }
  for (const Schema* mixin : schema.mixins) {
    if (const Attribute* found = Walk(*mixin, name); found != nullptr && mixin->base == nullptr) {
      return found;
    }
  }
  return schema.base != nullptr ? Walk(*schema.base, name) : nullptr;
}

std::string RandomSchemas(std::mt19937& random, const std::string& package, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const bool is_mixin = random() % 4 == 0;
    text += std::string("schema ") + (is_mixin ? "M" : "A") + std::to_string(i) + (is_mixin ? "Mixin" : "");
    if (!is_mixin && i > 0 && random() % 4 != 0) {
      text += "(" + std::string(random() % 5 == 0 ? package : "") + "A" +
              std::to_string(random() % static_cast<unsigned>(i)) + ")";
    }
    text += ":\n";
    if (random() % 3 == 0) {
      text += "    mixin [M" + std::to_string(random() % static_cast<unsigned>(count)) + "Mixin, M" +
              std::to_string(random() % static_cast<unsigned>(count)) + "Mixin]\n";
    }
    text +=
        "    a" + std::to_string(random() % 9) + "?: int\n    b" + std::to_string(random() % 40) + "?: int\n";
  }
  return text;
}

TEST(BaseIndex, FindsWhatAWalkFinds) {
  std::mt19937 random(11);
  size_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const auto analyzed = AnalyzeFiles({{"kcl.mod", "[package]\nname = \"a\"\n"},
                                        {"other/o.k", RandomSchemas(random, "", 12)},
                                        {"main.k", "import other\n" + RandomSchemas(random, "other.", 40)}});
    for (const std::unique_ptr<Schema>& schema : analyzed->program->schemas) {
      for (int i = 0; i < 40; ++i) {
        for (const char* letter : {"a", "b"}) {
          const Symbol name = analyzed->program->ast.names.Intern(letter + std::to_string(i));
          const Attribute* expected = Walk(*schema, name);
          EXPECT_EQ(schema->Find(name), expected);
          found += expected != nullptr ? 1u : 0u;
        }
      }
    }
  }
  EXPECT_GT(found, 10'000u);
}

TEST(BaseIndex, AMixinOnManyWaysIsLookedAtOnce) {
  std::string text;
  for (int i = 60; i > 0; --i) {
    text += "schema M" + std::to_string(i) + "Mixin:\n";
    if (i < 59) {
      text += "    mixin [M" + std::to_string(i + 1) + "Mixin, M" + std::to_string(i + 2) + "Mixin]\n";
    }
    text += "    m" + std::to_string(i) + ": int = 1\n";
  }
  const auto analyzed = AnalyzeText(text + "schema A:\n    mixin [M1Mixin]\n    q: int = 2\nx = A {}\n");
  EXPECT_EQ(analyzed->Report().substr(0, 7), "=> 77:8");
  EXPECT_THAT(analyzed->Report(), ::testing::HasSubstr("exceed 1000000"));
}

TEST(BaseIndex, ACircleOfManyNamesTheNearest) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += "schema A" + std::to_string(i) + "(A" + std::to_string((i + 1) % 300) + "):\n    a?: int\n";
  }
  const auto analyzed = AnalyzeText(text);
  EXPECT_EQ(analyzed->collector.Sorted().size(), 300u);
  const std::string message = analyzed->collector.Sorted()[10].message;
  EXPECT_THAT(message, ::testing::HasSubstr("schemas A10, A11, "));
  EXPECT_THAT(message, ::testing::EndsWith("A109 and more"));
}

}  // namespace
}  // namespace kval::kcl::testing
