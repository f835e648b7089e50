#include "src/policy/suppressions.h"

#include <gtest/gtest.h>

#include "src/diag/collector.h"
#include "src/source/source_map.h"

namespace kval::policy {
namespace {

constexpr diag::Def<> kSuspicious{diag::Kind::kTypeMismatch, "odd"};

// Returns one character per line: `x` if its findings are ignored, else `.`. Appends the messages of
// ReportUnused to `unused`, one per line.
std::string ApplyRules(const std::string& text, std::string* unused = nullptr,
                       const std::string& name = "a.yml") {
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText(name, text);
  Suppressions suppressions(sources);
  std::string covered;
  for (uint32_t line = 1; line <= file.line_count(); ++line) {
    diag::Collector found;
    diag::Emitter emit(&found);
    emit.Report(file.LineSpan(line), kSuspicious).Emit();
    covered += suppressions.IsSuppressed(found.diagnostics().front()) ? 'x' : '.';
  }
  if (unused != nullptr) {
    diag::Collector found;
    diag::Emitter emit(&found);
    suppressions.ReportUnused(emit);
    for (const diag::Diagnostic& finding : found.diagnostics()) {
      *unused +=
          std::to_string(file.Locate(finding.labels.front().span.begin).line) + ": " + finding.message + "\n";
    }
  }
  return covered;
}

TEST(Suppressions, ReachTheirLineOrTheBlockBelow) {
  EXPECT_EQ(ApplyRules("a: 1 # kval: ignore KV301\nb: 1\n").substr(0, 2), "x.");
  EXPECT_EQ(ApplyRules("# kval: ignore KV301\na:\n  b: 1\n  c: 1\nd: 1\n").substr(0, 5), ".xxx.");
  EXPECT_EQ(ApplyRules("# kval: ignore KV301\na:\n- 1\n- 2\nd: 1\n").substr(0, 5), ".xxx.");
  EXPECT_EQ(ApplyRules("a:\n# kval: ignore KV301\n- 1\n- 2\n").substr(0, 4), "..x.");
}

TEST(Suppressions, AreNoTextOfValues) {
  // Block scalars, quoted scalars, JSON, and keys.
  for (const std::string text :
       {"a: |\n  # kval: ignore-file KV301\nb: 1\n", "a: >-\n  # kval: ignore KV301\nb: 1\nc: 1\n",
        "a: \"x # kval: ignore-file KV301 — b\"\nb: 1\n", "a: 'x\n  # kval: ignore-file KV301'\nb: 1\n",
        "{\"a\": \"# kval: ignore-file KV301\",\n\"b\": 1}\n", "? \"# kval: ignore-file KV301\"\n: 1\n",
        "a: #@ f(\"# kval: ignore-file KV301\")\nb: 1\n", "a: x#kval: ignore-file KV301\nb: 1\n"}) {
    std::string unused;
    EXPECT_EQ(ApplyRules(text, &unused).find('x'), std::string::npos) << text;
    EXPECT_EQ(unused, "") << text;
  }
  // Comments on the same line as such scalars.
  EXPECT_EQ(ApplyRules("a: | # kval: ignore KV301\n  # kval: ignore-file KV301\nb: 1\n").substr(0, 3), "x..");
  EXPECT_EQ(ApplyRules("a: \"# x\" # kval: ignore KV301\nb: 1\n").substr(0, 2), "x.");
  EXPECT_EQ(ApplyRules("a: #@ f(\"#\") # kval: ignore KV301\nb: 1\n").substr(0, 2), "x.");
}

TEST(Suppressions, AreCommentsOfCode) {
  const std::string text =
      "a = \"# kval: ignore-file KV301\" # kval: ignore KV301\n"
      "b = \"\"\"\n"
      "# kval: ignore-file KV301 \\\"\"\"\n"
      "\"\"\"\n"
      "c = r'\\' # kval: ignore KV301'\n"
      "d = 1# kval: ignore KV301\n";
  for (const std::string name : {"a.k", "a.star", "kcl.mod"}) {
    std::string unused;
    EXPECT_EQ(ApplyRules(text, &unused, name).substr(0, 6), "x....x") << name;
    EXPECT_EQ(unused, "") << name;
  }
}

TEST(Suppressions, ReportARuleThatIsNamedTwiceOnce) {
  std::string unused;
  ApplyRules("a: 1 # kval: ignore KV401 KV401, KV401 unknown KV401\n", &unused);
  EXPECT_EQ(unused,
            "1: nothing here breaks KV401, which this comment ignores\n"
            "1: unknown is not a rule\n");
}

TEST(Suppressions, LieWithinOneAnother) {
  std::string unused;
  const std::string text =
      "# kval: ignore KV301\n"
      "a:\n"
      "  # kval: ignore KV401\n"
      "  b: 1\n"
      "  c:\n"
      "    # kval: ignore KV301\n"
      "    # kval: ignore KV402\n"
      "    d: 1\n"
      "    e: 1 # kval: ignore KV301\n"
      "f: 1\n"
      "# kval: ignore KV301\n";
  EXPECT_EQ(ApplyRules(text, &unused).substr(0, 11), ".xxxxxxxx..");
  EXPECT_EQ(unused,
            "3: nothing here breaks KV401, which this comment ignores\n"
            "7: nothing here breaks KV402, which this comment ignores\n"
            "11: nothing here breaks KV301, which this comment ignores\n");
}

TEST(Suppressions, OfAFileReachAllOfIt) {
  std::string unused;
  EXPECT_EQ(ApplyRules("a: 1\n# kval: ignore-file type-mismatch, KV31\n# kval: ignore-file\nb: 1\n", &unused)
                .substr(0, 4),
            "xxxx");
  EXPECT_EQ(unused, "2: nothing here breaks KV31, which this comment ignores\n");
}

}  // namespace
}  // namespace kval::policy
