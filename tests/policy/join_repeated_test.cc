#include "src/policy/join_repeated.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"

namespace kval::policy {
namespace {

constexpr diag::Def<> kNoSchema{diag::Kind::kUnknownResource, "no schema"};

struct Scene {
  // Reports a finding in a new file.
  void Add(const std::string& file, const std::string& subject,
           diag::Severity severity = diag::Severity::kError) {
    const source::SourceFile& text = sources.AddText(file, "kind: A\n");
    diag::Emitter emit(&findings);
    emit.Report({text.base(), text.base() + 4}, kNoSchema).As(severity).Subject(subject).Emit();
  }
  std::vector<diag::Diagnostic> Join(report::Joining joining = report::Joining::kAll) {
    return JoinRepeated(findings.Release(), sources, joining);
  }

  source::SourceMap sources;
  diag::Collector findings;
};

TEST(JoinRepeated, KeepsUpToThreeOfASubject) {
  Scene scene;
  for (const char* file : {"a.yaml", "b.yaml", "c.yaml"}) {
    scene.Add(file, "example.com/v1/A");
  }
  EXPECT_EQ(scene.Join().size(), 3u);
}

TEST(JoinRepeated, CountsTheOthersAtTheFirst) {
  Scene scene;
  scene.Add("a.yaml", "example.com/v1/A");
  scene.Add("other.yaml", "example.com/v1/B");
  for (const char* file : {"b.yaml", "c.yaml", "d.yaml", "e.yaml"}) {
    scene.Add(file, "example.com/v1/A");
  }
  const std::vector<diag::Diagnostic> joined = scene.Join();
  ASSERT_EQ(joined.size(), 2u);
  ASSERT_EQ(joined[0].notes.size(), 1u);
  EXPECT_EQ(joined[0].notes[0], "also at 4 more places in 4 files: b.yaml:1:1, c.yaml:1:1, d.yaml:1:1, …");
  EXPECT_EQ(joined[0].superseded.size(), 4u);
  EXPECT_EQ(CountJoined(joined[0]), 5u);
  EXPECT_EQ(joined[1].subject, "example.com/v1/B");
  EXPECT_EQ(CountJoined(joined[1]), 1u);
}

TEST(JoinRepeated, JoinsOnlyNotesForFormatsWithOneLineForEachFinding) {
  Scene scene;
  for (const char* file : {"a.yaml", "b.yaml", "c.yaml", "d.yaml"}) {
    scene.Add(file, "A");
    scene.Add(file, "A", diag::Severity::kNote);
  }
  const std::vector<diag::Diagnostic> joined = scene.Join(report::Joining::kNotes);
  ASSERT_EQ(joined.size(), 5u);
  EXPECT_EQ(joined[1].severity, diag::Severity::kNote);
  EXPECT_EQ(joined[1].message, "no schema (also at 3 more places in 3 files)");
  EXPECT_TRUE(joined[1].notes.empty());
}

TEST(JoinRepeated, CountsFindingsWithoutPlaces) {
  Scene scene;
  diag::Emitter emit(&scene.findings);
  for (int i = 0; i < 3; ++i) {
    emit.Report({}, kNoSchema).Subject("A").Emit();
  }
  const std::vector<diag::Diagnostic> joined = scene.Join();
  ASSERT_EQ(joined.size(), 1u);
  EXPECT_EQ(joined[0].notes.back(), "also in 2 more checks of this run");
}

TEST(JoinRepeated, NeitherJoinsSeveritiesNorFindingsWithoutSubject) {
  Scene scene;
  for (const char* file : {"a.yaml", "b.yaml", "c.yaml"}) {
    scene.Add(file, "");
    scene.Add(file, "A");
    scene.Add(file, "A", diag::Severity::kNote);
  }
  EXPECT_EQ(scene.Join().size(), 9u);
}

TEST(JoinRepeated, DoesNotCountOtherSupersededFindings) {
  Scene scene;
  scene.Add("a.yaml", "A");
  diag::Diagnostic finding = scene.Join().front();
  finding.superseded.push_back(finding);
  finding.superseded.back().subject = "B";
  EXPECT_EQ(CountJoined(finding), 1u);
}

}  // namespace
}  // namespace kval::policy
