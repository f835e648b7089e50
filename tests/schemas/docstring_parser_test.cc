#include "schemas/kcl/docstring_parser.h"

#include <gtest/gtest.h>

namespace kval::schemas::kcl {
namespace {

TEST(DocstringTest, SummaryPrecedesTheFirstHeading) {
  const Docstring doc = ParseDocstring("A server.\n  It serves.\n\nAttributes\n----------\nport: int\n");
  EXPECT_EQ("A server. It serves.", doc.summary);
}

TEST(DocstringTest, AttributesHaveTheIndentedLinesBelowThem) {
  const Docstring doc = ParseDocstring(
      "Attributes\n----------\nport: int, default is 80\n    The port.\n    In use: by clients.\nname : str\n"
      "    A name.\n\nExamples\n--------\nother: x\n    Not an attribute.\n");
  EXPECT_EQ("", doc.summary);
  ASSERT_EQ(2u, doc.attributes.size());
  EXPECT_EQ("The port. In use: by clients.", doc.attributes.at("port"));
  EXPECT_EQ("A name.", doc.attributes.at("name"));
}

TEST(DocstringTest, EmptyDocstringHasNoSummary) {
  const Docstring doc = ParseDocstring("");
  EXPECT_EQ("", doc.summary);
  EXPECT_TRUE(doc.attributes.empty());
}

}  // namespace
}  // namespace kval::schemas::kcl
