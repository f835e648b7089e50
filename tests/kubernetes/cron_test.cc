#include <gtest/gtest.h>

#include "src/kubernetes/names.h"

namespace kval::kubernetes {
namespace {

TEST(CronTest, Schedules) {
  for (const char* right :
       {"* * * * *", "*/5 0-6 1,15 JAN-mar ?", "0 0 * * sun", "@daily", "@every 1h30m", " 0  0 1 1 0 ",
        "5/15 * * * *", "*-5 * * * *", "?-a/2 * * * *", ", 1,,2 +5 * *"}) {
    EXPECT_EQ(GetScheduleError(right), "") << right;
  }
  for (const char* wrong :
       {"* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 7", "*/0 * * * *",
        "5-1 * * * *", "a * * * *", "@often", "@every day", "* * * * * *", "1- * * * *"}) {
    EXPECT_NE(GetScheduleError(wrong), "") << wrong;
  }
}

}  // namespace
}  // namespace kval::kubernetes
