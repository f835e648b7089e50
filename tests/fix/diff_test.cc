#include "src/fix/diff.h"

#include <gtest/gtest.h>

#include "src/redaction/find_secrets.h"

namespace kval::fix {
namespace {

std::string Numbered(int count, int changed = -1) {
  std::string text;
  for (int i = 1; i <= count; ++i) {
    text += (i == changed ? "changed " : "line ") + std::to_string(i) + "\n";
  }
  return text;
}

TEST(UnifiedDiff, IsEmptyWithoutChange) {
  EXPECT_EQ(UnifiedDiff("a", "x\n", "x\n", {}), "");
}

TEST(UnifiedDiff, ShowsThreeLinesAround) {
  EXPECT_EQ(UnifiedDiff("a.yml", Numbered(9), Numbered(9, 5), {}),
            "--- a.yml\n+++ a.yml\n@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n-line 5\n+changed 5\n line 6\n"
            " line 7\n line 8\n");
}

TEST(UnifiedDiff, JoinsNearChangesAndPartsDistantOnes) {
  std::string after = Numbered(30, 5);
  after.replace(after.find("line 10\n"), 8, "");
  after.replace(after.find("line 25\n"), 8, "line 25\nmore\n");
  const std::string diff = UnifiedDiff("a", Numbered(30), after, {});
  EXPECT_NE(diff.find("@@ -2,12 +2,11 @@"), std::string::npos) << diff;
  EXPECT_NE(diff.find("@@ -23,6 +22,7 @@"), std::string::npos) << diff;
}

TEST(UnifiedDiff, KeepsTheLastLineWithoutBreak) {
  EXPECT_EQ(
      UnifiedDiff("a", "x", "y", {}),
      "--- a\n+++ a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, EscapesWhatATerminalObeys) {
  const std::string diff = UnifiedDiff("a\x1b[31m", "x\x1b[31m\n", "y\t1\r\n", {});
  EXPECT_EQ(diff.find('\x1b'), std::string::npos);
  EXPECT_NE(diff.find("+y\t1\r\n"), std::string::npos);
}

DiffStyle Hiding(std::vector<std::string> sensitive = {}) {
  return {false, [sensitive = std::move(sensitive)](const source::SourceFile& file) {
            return redaction::FindSecrets(file, sensitive);
          }};
}

TEST(UnifiedDiff, LeavesOutLinesAroundThatHoldSecrets) {
  const std::string before = "a: 1\npassword: Zq7hunter\nb: 2\nport: x\nc: 3\ntoken: Zq8hunter\nd: 4\n";
  std::string after = before;
  after.replace(after.find('x'), 1, "1");
  EXPECT_EQ(UnifiedDiff("a.yml", before, after, Hiding()),
            "--- a.yml\n+++ a.yml\n@@ -3,3 +3,3 @@\n b: 2\n-port: x\n+port: 1\n c: 3\n");
}

TEST(UnifiedDiff, PartsChangesAtASecretAndHidesChangedOnes) {
  const std::string before = "a: x\npassword: Zq7hunter\nb: x\ncode: Zq9\n";
  EXPECT_EQ(UnifiedDiff("a", before, "a: 1\npassword: Zq7hunter\nb: 1\n code: Zq9\n", Hiding({"code"})),
            "--- a\n+++ a\n@@ -1 +1 @@\n-a: x\n+a: 1\n@@ -3,2 +3,2 @@\n-b: x\n-code: <redacted>\n+b: 1\n"
            "+ code: <redacted>\n");
}

// Only the corrected key marks the value as a secret.
TEST(UnifiedDiff, HidesWhatStoodUnderAMisspeltKey) {
  EXPECT_EQ(
      UnifiedDiff("a", "a: 1\npasswrd: Zq7hunter\nb: 1\n", "a: 1\npassword: Zq7hunter\nb: 1\n", Hiding()),
      "--- a\n+++ a\n@@ -1,3 +1,3 @@\n a: 1\n-passwrd: <redacted>\n+password: <redacted>\n b: 1\n");
  EXPECT_EQ(UnifiedDiff("a", "passwrd: |\n  Zq7hunter\nb: 1\n", "password: |\n  Zq7hunter\nb: 1\n", Hiding()),
            "--- a\n+++ a\n@@ -1 +1 @@\n-passwrd: |\n+password: |\n");
  EXPECT_EQ(UnifiedDiff("a", "password: Zq7hunter\n", "user: x\npassword: \"Zq7hunter\"\n", Hiding()),
            "--- a\n+++ a\n@@ -1 +1,2 @@\n-password: <redacted>\n+user: x\n+password: <redacted>\n");
}

}  // namespace
}  // namespace kval::fix
