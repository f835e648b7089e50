#include "src/cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kval::cli {
namespace {

using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;

// Collects the output. AwaitText() blocks until the output contains a string.
struct Screen {
  std::mutex mutex;
  std::condition_variable changed;
  std::string text;

  Progress::Write writer() {
    return [this](std::string_view more) {
      const std::lock_guard<std::mutex> lock(mutex);
      text += more;
      changed.notify_all();
    };
  }
  void AwaitText(std::string_view expected) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return text.find(expected) != std::string::npos; });
  }
};

TEST(Progress, ShortRunsShowNothing) {
  Screen screen;
  {
    Progress progress(screen.writer(), {milliseconds(60'000), milliseconds(1)});
    progress.Update(1, 2);
  }
  EXPECT_EQ(screen.text, "");
}

TEST(Progress, LongRunsShowAndRemoveTheProgressLine) {
  Screen screen;
  {
    Progress progress(screen.writer(), {milliseconds(1), milliseconds(1)});
    screen.AwaitText("\r\x1b[Kkval: checking, 0 s");
    progress.Update(3, 7);
    screen.AwaitText("\r\x1b[Kkval: 3 of 7 checked");
  }
  EXPECT_THAT(screen.text, EndsWith("\r\x1b[K"));
}

TEST(Progress, WithoutATerminalThereIsNone) {
  Progress progress(nullptr, {milliseconds(0), milliseconds(0)});
  progress.Update(1, 2);
}

}  // namespace
}  // namespace kval::cli
