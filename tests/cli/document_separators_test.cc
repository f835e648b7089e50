// Standard streams that are full or closed, and pipes without a reader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace kval::cli {
namespace {

using ::testing::HasSubstr;

class StreamsTest : public testing::Test {
 protected:
  StreamsTest() {
    place_.File("schema.yml", "#@data/values-schema\n---\nname: app\n").File("values.yml", "name: 1\n");
  }
  Workplace place_;
};

TEST_F(StreamsTest, FullStandardOutputIsSaid) {
  const Ended ended = place_.Run("kval -f schema.yml -f values.yml >/dev/full");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("cannot write to standard output: No space left"));
}

TEST_F(StreamsTest, ClosedStandardOutputIsSaid) {
  const Ended ended = place_.Run("kval -f schema.yml -f values.yml >&-");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("cannot write to standard output"));
}

TEST_F(StreamsTest, ClosedStandardOutputIsNoInputsPlace) {
  const Ended ended = place_.Run("kval -f schema.yml -f values.yml -o json:a.json -o full >&- 2>&-");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(place_.Text("a.json"), HasSubstr("KV301"));
  EXPECT_EQ(place_.Text("values.yml"), "name: 1\n");
}

TEST_F(StreamsTest, ClosedPipeIsReported) {
  const Ended ended = place_.Run("kval values -f schema.yml | true; echo ${PIPESTATUS[0]}");
  EXPECT_THAT(ended.out, testing::AnyOf("0\n", "2\n"));
}

TEST_F(StreamsTest, EmptyOutputNeedsNoStream) {
  EXPECT_EQ(place_.Run("kval -f schema.yml --data-value name=web >&-").status, 0);
}

}  // namespace
}  // namespace kval::cli
