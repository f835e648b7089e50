#include "src/output/exchange.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace kval::output {
namespace {

namespace fs = std::filesystem;

TEST(ExchangeDirectories, SwapsTheContent) {
  const fs::path base = fs::path(testing::TempDir()) / "kval-exchange";
  fs::remove_all(base);
  fs::create_directories(base / "first");
  fs::create_directories(base / "second");
  std::ofstream(base / "first" / "one") << "1";
  if (!ExchangeDirectories(base / "first", base / "second")) {
    GTEST_SKIP() << "the file system cannot exchange directories";
  }
  EXPECT_TRUE(fs::exists(base / "second" / "one"));
  EXPECT_TRUE(fs::is_empty(base / "first"));
  EXPECT_FALSE(ExchangeDirectories(base / "first", base / "missing"));
}

}  // namespace
}  // namespace kval::output
