#include "src/embedded/files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/embedded/texts.h"

namespace kval::embedded {
namespace {

std::string OnDisk(const std::string& name) {
  std::ifstream file(std::string(KVAL_TEXTS) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(DecompressTest, GivesTheFile) {
  EXPECT_EQ(Decompress(PackedText()), OnDisk("b.txt"));
}

TEST(FilesTest, AreThoseOfTheDirectoryByteByByte) {
  const Files files(PackedStrings());
  ASSERT_EQ(files.all().size(), 3u);
  for (const File& file : files.all()) {
    EXPECT_EQ(file.text, OnDisk(std::string(file.name) + ".txt")) << file.name;
  }
  EXPECT_EQ(files.all()[0].name, "a");
  EXPECT_EQ(files.all()[2].name, "c");
}

TEST(FilesTest, AreFoundByTheirNames) {
  const Files files(PackedStrings());
  EXPECT_EQ(files.Find("c"), "no line break");
  EXPECT_EQ(files.Find("a"), "");
  EXPECT_EQ(files.Find("bb"), "");
  EXPECT_EQ(files.Find("z"), "");
}

}  // namespace
}  // namespace kval::embedded
