#include "src/driver/findings/finding_index.h"

#include <gtest/gtest.h>

namespace kval::driver {
namespace {

using diag::Path;
using diag::PathStep;

const Path kRoot;
const Path kList = {PathStep::Key("list")};
const Path kFirst = {PathStep::Key("list"), PathStep::Index(0)};
const Path kSecond = {PathStep::Key("list"), PathStep::Index(1)};
const Path kName = {PathStep::Key("list"), PathStep::Index(1), PathStep::Key("name")};

TEST(FindingIndex, FindsTheFirstAtAboveAndBelowAPath) {
  FindingIndex places;
  places.Add(kName, 3);
  places.Add(kSecond, 5);
  places.Add(kSecond, 7);
  EXPECT_EQ(places.At(kSecond), 5U);
  EXPECT_EQ(places.At(kFirst), FindingIndex::kNone);
  EXPECT_EQ(places.AtOrAbove(kName), 3U);
  EXPECT_EQ(places.AtOrAbove(kList), FindingIndex::kNone);
  EXPECT_EQ(places.AtOrBelow(kList), 3U);
  EXPECT_EQ(places.AtOrBelow(kFirst), FindingIndex::kNone);
}

TEST(FindingIndex, TakenFindingsAreFoundOnlyByFirstRelated) {
  FindingIndex places;
  places.Add(kSecond, 5);
  places.Add(kSecond, 7);
  places.Take(5);
  EXPECT_EQ(places.At(kSecond), 7U);
  EXPECT_EQ(places.AtOrBelow(kList), 7U);
  EXPECT_EQ(places.FirstRelated(kList), 5U);
  EXPECT_EQ(places.FirstRelated(kName), 5U);
  EXPECT_EQ(places.FirstRelated(kFirst), FindingIndex::kNone);
}

TEST(FindingIndex, RootFindingIsFoundOnlyByFirstRelated) {
  FindingIndex places;
  places.Add(kRoot, 2);
  EXPECT_EQ(places.AtOrAbove(kName), FindingIndex::kNone);
  EXPECT_EQ(places.FirstRelated(kName), 2U);
  EXPECT_EQ(places.At(kRoot), 2U);
}

}  // namespace
}  // namespace kval::driver
