// Every kind has a page. kval reports the example of a page with the page's code only, and reports nothing
// for each of its fixes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/diag/kind.h"
#include "src/explain/embedded_text.h"
#include "src/explain/markdown.h"
#include "src/explain/page.h"
#include "tests/explain/page_example.h"

namespace kval::explain {
namespace {

class PageTest : public testing::TestWithParam<diag::Kind> {
 protected:
  std::string code() const { return diag::CodeOf(GetParam()); }
  std::string_view page() const { return PageOf(GetParam()); }
};

TEST_P(PageTest, HasItsParts) {
  const std::vector<MarkdownBlock> blocks = ParseMarkdown(page());
  ASSERT_FALSE(blocks.empty()) << "src/explain/pages/" << code() << ".md is missing";
  EXPECT_EQ(blocks[0].text, code() + " " + std::string(diag::EntryOf(GetParam()).name));
  std::vector<std::string> headings;
  for (const MarkdownBlock& block : blocks) {
    if (block.kind == BlockKind::kHeading && block.level == 2) {
      headings.push_back(block.text);
    }
  }
  ASSERT_GE(headings.size(), 2u);
  EXPECT_EQ(headings[0], "Example");
  EXPECT_THAT(headings[1], testing::StartsWith("Instead"));
  EXPECT_EQ(blocks[1].kind, BlockKind::kParagraph);
}

TEST_P(PageTest, LinesFitATerminal) {
  for (const MarkdownBlock& block : ParseMarkdown(page())) {
    EXPECT_EQ(block.text.find('\r'), std::string::npos);
    if (block.kind != BlockKind::kCode) {
      continue;
    }
    for (size_t begin = 0; begin < block.text.size();) {
      const size_t end = block.text.find('\n', begin);
      EXPECT_LE(end - begin, 96u) << block.text.substr(begin, end - begin);
      begin = end + 1;
    }
  }
}

TEST_P(PageTest, ExampleIsReportedWithThisCodeAlone) {
  const Outcome outcome = RunExample(ExamplesOf(page()).error, KVAL_PROGRAM);
  EXPECT_THAT(outcome.codes, testing::ElementsAre(code())) << outcome.output;
  const bool is_error = diag::EntryOf(GetParam()).severity == diag::Severity::kError;
  EXPECT_EQ(outcome.status != 0, is_error) << outcome.output;
}

TEST_P(PageTest, RepairsAreReportedNoMore) {
  for (const Example& repair : ExamplesOf(page()).repairs) {
    const Outcome outcome = RunExample(repair, KVAL_PROGRAM);
    EXPECT_EQ(outcome.status, 0) << repair.heading << "\n" << outcome.output;
    EXPECT_THAT(outcome.codes, testing::IsEmpty()) << repair.heading << "\n" << outcome.output;
  }
}

std::vector<diag::Kind> Kinds() {
  std::vector<diag::Kind> kinds;
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    kinds.push_back(entry.kind);
  }
  return kinds;
}

INSTANTIATE_TEST_SUITE_P(Pages, PageTest, testing::ValuesIn(Kinds()),
                         [](const auto& tested) { return diag::CodeOf(tested.param); });

TEST(PagesTest, EveryPageIsOfAKind) {
  for (const embedded::File& page : Pages().all()) {
    EXPECT_NE(diag::FindKind(page.name), nullptr) << page.name;
  }
}

}  // namespace
}  // namespace kval::explain
