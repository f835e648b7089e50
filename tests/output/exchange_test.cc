#include "src/output/exchange.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "src/support/native_path.h"

namespace kval::output {
namespace {

namespace fs = std::filesystem;

TEST(ExchangeDirectories, SwapsTheContent) {
  const fs::path base = fs::path(testing::TempDir()) / "kval-exchange";
  fs::remove_all(base);
  fs::create_directories(base / "first");
  fs::create_directories(base / "second");
  std::ofstream(base / "first" / "one") << "1";
  if (!ExchangeDirectories(PathText(base / "first"), PathText(base / "second"))) {
    GTEST_SKIP() << "the file system cannot exchange directories";
  }
  EXPECT_TRUE(fs::exists(base / "second" / "one"));
  EXPECT_TRUE(fs::is_empty(base / "first"));
  EXPECT_FALSE(ExchangeDirectories(PathText(base / "first"), PathText(base / "missing")));
}

}  // namespace
}  // namespace kval::output
