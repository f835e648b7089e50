#include "src/support/limits.h"

#include <gmock/gmock.h>

#include <fstream>
#include <set>
#include <sstream>

namespace kval {
namespace {

TEST(Limits, HaveUniqueNamesAndValidDefaults) {
  std::set<std::string_view> names;
  const Limits standard;
  for (const LimitEntry& entry : AllLimits()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_EQ(standard.*entry.field, entry.standard) << entry.name;
    EXPECT_LE(entry.standard, entry.most) << entry.name;
    EXPECT_EQ(FindLimit(entry.name), &entry);
  }
}

TEST(SetLimit, ReadsNumbersSizesAndTimes) {
  Limits limits;
  EXPECT_EQ(SetLimit(limits, "depth=12"), std::nullopt);
  EXPECT_EQ(limits.depth, 12U);
  EXPECT_EQ(SetLimit(limits, "file-size=100"), std::nullopt);
  EXPECT_EQ(limits.file_size, 100U);
  EXPECT_EQ(SetLimit(limits, "file-size=3MiB"), std::nullopt);
  EXPECT_EQ(limits.file_size, 3 * kMebibyte);
  EXPECT_EQ(SetLimit(limits, "time=2m"), std::nullopt);
  EXPECT_EQ(limits.time, 120U);
  EXPECT_EQ(SetLimit(limits, "time", "90"), std::nullopt);
  EXPECT_EQ(limits.time, 90U);
}

TEST(SetLimit, ReportsErrorsWithoutChange) {
  constexpr std::pair<const char*, const char*> kCases[] = {
      {"depth", "a limit is given as name=value, found `depth`"},
      {"dept=3", "there is no limit `dept`; did you mean `depth`?"},
      {"quite-different=3", "there is no limit `quite-different`; `kval explain limits` lists them"},
      {"=3", "there is no limit ``; `kval explain limits` lists them"},
      {"max-depth=3", "there is no limit `max-depth`; did you mean `depth`?"},
      {"steps=3",
       "there is no limit `steps`; did you mean `check-steps`, `run-steps`, `starlark-steps`, `kcl-steps` or "
       "`helm-steps`?"},
      {"starlark_cpu=3",
       "there is no limit `starlark_cpu`; did you mean `starlark-steps`, `starlark-memory` or "
       "`starlark-calls`?"},
      {"depth=", "the limit `depth` takes a number, found ``"},
      {"depth=-1", "the limit `depth` takes a number, found `-1`"},
      {"depth=3MiB", "the limit `depth` takes a number, found `3MiB`"},
      {"depth=99999999999999999999", "the limit `depth` takes a number, found `99999999999999999999`"},
      {"file-size=3 MB", "the limit `file-size` takes bytes, or a number with KiB, MiB or GiB, found `3 MB`"},
      {"file-size=18446744073709551615GiB",
       "the limit `file-size` takes bytes, or a number with KiB, MiB or GiB, found "
       "`18446744073709551615GiB`"},
      {"file-size=5GiB", "the limit `file-size` can be 1 GiB at most"},
      {"time=1.5s", "the limit `time` takes seconds, or a number with s, m or h, found `1.5s`"},
  };
  for (const auto& [text, message] : kCases) {
    Limits limits;
    EXPECT_EQ(SetLimit(limits, text), message);
    for (const LimitEntry& entry : AllLimits()) {
      EXPECT_EQ(limits.*entry.field, entry.standard) << text;
    }
  }
}

TEST(LimitText, IsForPeople) {
  EXPECT_EQ(LimitText(32 * kMebibyte, LimitUnit::kBytes), "32 MiB");
  EXPECT_EQ(LimitText(1500, LimitUnit::kBytes), "1,500 bytes");
  EXPECT_EQ(LimitText(1'000'000, LimitUnit::kNumber), "1,000,000");
  EXPECT_EQ(LimitText(0, LimitUnit::kSeconds), "none");
  EXPECT_EQ(LimitText(90, LimitUnit::kSeconds), "90 s");
}

TEST(LimitTable, IsWhatTheDocumentationHolds) {
  for (const std::string name : {"reference/limits.md"}) {
    std::stringstream page;
    page << std::ifstream(KVAL_SOURCE_DIR "/docs/" + name).rdbuf();
    EXPECT_THAT(page.str(), testing::HasSubstr(LimitTable())) << name;
  }
}

}  // namespace
}  // namespace kval
