#include "src/helm/render/split_manifests.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kval::helm::render {
namespace {

using Documents = std::vector<std::string_view>;

TEST(SplitManifests, OfHelm3TrimsDocuments) {
  EXPECT_EQ(SplitManifests("\n---\na: 1\n\n---  \nb: 2\n", Version::kHelm3), (Documents{"a: 1", "b: 2"}));
  EXPECT_EQ(SplitManifests("---a: 1\n----\nb", Version::kHelm3), (Documents{"a: 1", "-\nb"}));
  EXPECT_EQ(SplitManifests("a: ---\nb: 2", Version::kHelm3), (Documents{"a: ---\nb: 2"}));
  EXPECT_EQ(SplitManifests(" \n", Version::kHelm3), Documents{});
}

TEST(SplitManifests, OfHelm3KeepsAMarkerDirectlyAfterAnother) {
  EXPECT_EQ(SplitManifests("a\n---\n---\nb", Version::kHelm3), (Documents{"a", "---\nb"}));
}

TEST(SplitManifests, OfHelm4KeepsSpaceAtTheEnd) {
  EXPECT_EQ(SplitManifests("\n---\na: 1\n\n--- \nb: 2\n", Version::kHelm4),
            (Documents{"a: 1\n\n", "b: 2\n"}));
  EXPECT_EQ(SplitManifests("a\n---\n---\nb", Version::kHelm4), (Documents{"a\n", "b"}));
}

}  // namespace
}  // namespace kval::helm::render
