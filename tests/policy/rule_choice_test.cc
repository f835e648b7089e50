#include "src/policy/rule_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "src/diag/resource_rule.h"

namespace kval::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

diag::Diagnostic Finding(diag::Kind kind) {
  diag::Diagnostic finding{};
  finding.kind = kind;
  finding.severity = diag::EntryOf(kind).severity;
  return finding;
}

TEST(RulesOf, CodesNamesPrefixesAndAll) {
  EXPECT_THAT(*RulesOf("KV301, kv300"), ElementsAre(diag::Kind::kTypeMismatch, diag::Kind::kUnknownKey));
  EXPECT_THAT(*RulesOf("type-mismatch"), ElementsAre(diag::Kind::kTypeMismatch));
  EXPECT_THAT(*RulesOf("KV50"), ElementsAre(diag::Kind::kFormat));
  EXPECT_EQ(RulesOf("ALL")->size(), diag::AllKinds().size() + diag::ResourceRules().size());
  EXPECT_THAT(RulesOf("type-mismach").failure().message, HasSubstr("did you mean type-mismatch?"));
  EXPECT_FALSE(RulesOf("KV999").ok());
  EXPECT_FALSE(RulesOf("KV").ok());
}

// Each rule of the API server has a separate code; the group includes all of them.
TEST(RulesOf, OneRuleOfTheApiServerAndAllOfThem) {
  EXPECT_THAT(*RulesOf("kv7211"), ElementsAre(diag::ResourceRule(7211)));
  const auto rules = diag::ResourceRules();
  EXPECT_EQ(RulesOf("KV708")->size(),
            1 + std::count_if(rules.begin(), rules.end(), [](const diag::ResourceRuleEntry& rule) {
              return diag::GroupOf(rule.kind.kind) == diag::Kind::kResource;
            }));
  EXPECT_FALSE(RulesOf("KV7999").ok());
  RuleChoice choice;
  ASSERT_TRUE(choice.Ignore("KV7211").ok());
  diag::Diagnostic ignored = Finding(diag::ResourceRule(7211));
  diag::Diagnostic other = Finding(diag::ResourceRule(7212));
  EXPECT_FALSE(choice.Apply(ignored));
  EXPECT_TRUE(choice.Apply(other));
  ASSERT_TRUE(choice.Ignore("KV708").ok());
  EXPECT_FALSE(choice.Apply(other));
}

RuleChoice Choice(std::string_view ignore, std::string_view severity, std::string_view select = {}) {
  RuleChoice choice;
  EXPECT_TRUE(choice.Ignore(ignore).ok());
  EXPECT_TRUE(severity.empty() || choice.SetSeverity(severity).ok());
  EXPECT_TRUE(select.empty() || choice.Select(select).ok());
  return choice;
}

TEST(RuleChoice, ALaterOneCountsWhereBothSaySomething) {
  const diag::Kind kind = diag::Kind::kTypeMismatch;
  const auto reported = [&](const RuleChoice& choice) {
    diag::Diagnostic finding = Finding(kind);
    return choice.Apply(finding) ? std::string(diag::SeverityName(finding.severity)) : "off";
  };
  EXPECT_EQ(reported(Choice("KV301", "").Then(Choice("", "KV301=warning"))), "warning");
  EXPECT_EQ(reported(Choice("", "KV301=warning").Then(Choice("KV301", ""))), "off");
  EXPECT_EQ(reported(Choice("", "KV301=off").Then(Choice("", "KV301=error"))), "error");
  EXPECT_EQ(reported(Choice("", "KV301=off").Then(Choice("", "", "KV301"))), "error");
  EXPECT_EQ(reported(Choice("", "KV301=warning").Then(Choice("KV300", "", "KV301"))), "warning");
  EXPECT_EQ(reported(Choice("", "KV301=warning").Then(Choice("", "", "KV300"))), "off");
  EXPECT_EQ(reported(Choice("", "KV301=warning").Then(RuleChoice())), "warning");
}

// Findings about unchecked input are always reported, as errors.
TEST(RuleChoice, NeverHidesWhatWasNotChecked) {
  RuleChoice choice;
  ASSERT_TRUE(choice.Ignore("ALL").ok());
  ASSERT_TRUE(choice.SetSeverity("ALL=off").ok());
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    diag::Diagnostic finding = Finding(entry.kind);
    EXPECT_EQ(choice.Apply(finding), !MayBeIgnored(entry.kind)) << diag::CodeOf(entry.kind);
    EXPECT_EQ(finding.severity, entry.severity) << diag::CodeOf(entry.kind);
  }
  for (const diag::Kind kind :
       {diag::Kind::kUnreadable, diag::Kind::kNoSchema, diag::Kind::kNotChecked, diag::Kind::kYamlSyntax,
        diag::Kind::kBadSchema, diag::Kind::kStarlarkError, diag::Kind::kLimitSteps, diag::Kind::kRuleError,
        diag::Kind::kExpectedMatches, diag::Kind::kKclEvaluation}) {
    EXPECT_FALSE(MayBeIgnored(kind)) << diag::CodeOf(kind);
  }
}

TEST(RuleChoice, LaterWordsCount) {
  RuleChoice choice;
  ASSERT_TRUE(choice.Select("KV3").ok());
  ASSERT_TRUE(choice.Ignore("KV301").ok());
  diag::Diagnostic mismatch = Finding(diag::Kind::kTypeMismatch);
  diag::Diagnostic unknown = Finding(diag::Kind::kUnknownKey);
  diag::Diagnostic minimum = Finding(diag::Kind::kMin);
  EXPECT_FALSE(choice.Apply(mismatch));
  EXPECT_TRUE(choice.Apply(unknown));
  EXPECT_FALSE(choice.Apply(minimum));
}

TEST(RuleChoice, SeverityIsChanged) {
  RuleChoice choice;
  ASSERT_TRUE(choice.SetSeverity("min=warning").ok());
  EXPECT_FALSE(choice.SetSeverity("KV100=note").ok());
  EXPECT_FALSE(choice.SetSeverity("KV301").ok());
  diag::Diagnostic minimum = Finding(diag::Kind::kMin);
  EXPECT_TRUE(choice.Apply(minimum));
  EXPECT_EQ(minimum.severity, diag::Severity::kWarning);
}

}  // namespace
}  // namespace kval::policy
