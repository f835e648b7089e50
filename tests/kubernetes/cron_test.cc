#include <gtest/gtest.h>

#include <string>

#include "src/diag/collector.h"
#include "src/kubernetes/kind_rules.h"
#include "src/value/builder.h"

namespace kval::kubernetes {
namespace {

size_t ErrorsOf(const std::string& schedule) {
  Arena arena;
  value::Builder build(&arena);
  const value::Entry inner[] = {{build.String("schedule"), build.String(schedule)}};
  const value::Entry outer[] = {{build.String("spec"), build.Mapping(inner)}};
  const value::Value* resource = build.Mapping(outer);
  diag::Collector found;
  diag::Emitter emit(&found);
  CheckCronJob({check::ValueCursor::Document(*resource), "batch/v1", "CronJob"}, emit);
  return found.diagnostics().size();
}

TEST(CronTest, Schedules) {
  for (const char* right :
       {"* * * * *", "*/5 0-6 1,15 JAN-mar ?", "0 0 * * sun", "@daily", "@every 1h30m", " 0  0 1 1 0 ",
        "5/15 * * * *", "*-5 * * * *", "?-a/2 * * * *", ", 1,,2 +5 * *"}) {
    EXPECT_EQ(ErrorsOf(right), 0u) << right;
  }
  for (const char* wrong : {"* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 7",
                            "*/0 * * * *", "5-1 * * * *", "a * * * *", "@often", "@every day", "* * * * * *",
                            "TZ=UTC * * * * *", "1- * * * *"}) {
    EXPECT_EQ(ErrorsOf(wrong), 1u) << wrong;
  }
}

}  // namespace
}  // namespace kval::kubernetes
