#include "src/fix/patch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kval::fix {
namespace {

using ::testing::ElementsAre;

struct Bench {
  source::SourceMap sources;
  std::vector<diag::Diagnostic> findings;

  const source::SourceFile& Add(std::string name, std::string text) {
    return sources.AddText(std::move(name), std::move(text));
  }

  void Fix(const source::SourceFile& file,
           const std::vector<std::tuple<uint32_t, uint32_t, std::string>>& edits) {
    diag::Diagnostic finding{};
    finding.labels.push_back({{file.base(), file.base()}, {}, diag::LabelRole::kPrimary});
    for (const auto& [begin, end, text] : edits) {
      finding.fix.edits.push_back({{file.base() + begin, file.base() + end}, text});
    }
    findings.push_back(std::move(finding));
  }

  // Returns the file name, the new text and the number of fixes of each change.
  std::vector<std::string> Collected() const {
    std::vector<std::string> strings;
    for (const FilePatch& change : Collect(findings, sources, [](const diag::Diagnostic&) { return true; })) {
      strings.push_back(change.file->name() + ": " + change.After() + " " + std::to_string(change.fixes));
    }
    return strings;
  }
};

TEST(Patch, MakesEditsInOrder) {
  Bench bench;
  const source::SourceFile& file = bench.Add("a", "abcdef");
  bench.Fix(file, {{4, 5, "X"}});
  bench.Fix(file, {{0, 1, ""}, {2, 2, "__"}});
  EXPECT_THAT(bench.Collected(), ElementsAre("a: b__cdXf 2"));
}

TEST(Patch, LeavesWhatOverlapsToTheNextRun) {
  Bench bench;
  const source::SourceFile& file = bench.Add("a", "abcdef");
  bench.Fix(file, {{1, 4, "X"}});
  bench.Fix(file, {{3, 5, "Y"}});
  bench.Fix(file, {{0, 1, "Z"}, {2, 3, "W"}});
  bench.Fix(file, {{1, 1, "inserted"}});
  EXPECT_THAT(bench.Collected(), ElementsAre("a: aXef 1"));
}

TEST(Patch, MakesEqualEditsOnce) {
  Bench bench;
  const source::SourceFile& file = bench.Add("a", "abc");
  bench.Fix(file, {{1, 1, "+"}});
  bench.Fix(file, {{1, 1, "+"}});
  EXPECT_THAT(bench.Collected(), ElementsAre("a: a+bc 2"));
}

TEST(Patch, KnowsFilesAndEnds) {
  Bench bench;
  const source::SourceFile& a = bench.Add("a", "abc");
  const source::SourceFile& b = bench.Add("b", "");
  bench.Fix(b, {{0, 0, "b"}});
  bench.Fix(a, {{3, 3, "!"}});
  bench.findings.push_back(bench.findings.back());
  bench.findings.back().fix.edits.push_back({{b.base(), b.base()}, "two files"});
  bench.findings.push_back(bench.findings.front());
  bench.findings.back().fix.edits = {{{100, 101}, "nowhere"}};
  EXPECT_THAT(bench.Collected(), ElementsAre("a: abc! 1", "b: b 1"));
}

}  // namespace
}  // namespace kval::fix
