// `kval init`: three commands from an unknown chart to the first useful finding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace kval::cli {
namespace {

using ::testing::HasSubstr;

TEST(Init, FromAChartToTheFirstFinding) {
  Workplace place;
  place.File("shop/Chart.yaml", "name: shop\n")
      .File("shop/values.yaml", "# How many pods run.\nreplicas: 2\nimage:\n  tag: \"1.4\"\n")
      .File("shop/values-prod.yaml", "replicas: 5\n");
  const Ended init = place.Run("kval init");
  EXPECT_EQ(init.status, 0) << init.out << init.err;
  EXPECT_THAT(init.out, HasSubstr("wrote shop/values.schema.yml\nwrote .kval.yaml\n"));
  EXPECT_THAT(place.Text("shop/values.schema.yml"), HasSubstr("How many pods run."));
  const Ended green = place.Run("kval");
  EXPECT_EQ(green.status, 0) << green.out;
  EXPECT_THAT(place.Run("kval check --list").out, HasSubstr("shop (env=prod)"));
  place.File("shop/values-prod.yaml", "replica: 5\n");
  const Ended red = place.Run("kval");
  EXPECT_EQ(red.status, 1);
  EXPECT_THAT(red.out, HasSubstr("did you mean `replicas`?"));
}

TEST(Init, WritesNothingOverAProjectNorForADryRun) {
  Workplace place;
  place.File("Chart.yaml", "").File("values.yaml", "a: 1\n");
  const Ended dry = place.Run("kval init -n");
  EXPECT_THAT(dry.out, HasSubstr("would write .kval.yaml"));
  EXPECT_EQ(place.Text(".kval.yaml"), "(none)");
  place.File(".kval.yaml", "mine\n");
  EXPECT_EQ(place.Run("kval init").status, 2);
  EXPECT_EQ(place.Text(".kval.yaml"), "mine\n");
}

TEST(Init, SaysWhenThereIsNothing) {
  Workplace place;
  place.File("readme.yml", "a: 1\n");
  EXPECT_THAT(place.Run("kval init").err, HasSubstr("there is no chart"));
}

TEST(Infer, TakesFolders) {
  Workplace place;
  place.File("samples/a.yml", "a: 1\n").File("samples/b/c.yaml", "b: x\n");
  const Ended ended = place.Run("kval schema infer samples");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("a: 1"));
  EXPECT_THAT(ended.out, HasSubstr("b: x"));
}

}  // namespace
}  // namespace kval::cli
