#include "src/helm/tar.h"

#include <gtest/gtest.h>

#include "tests/helm/packed.h"

#include "src/helm/archive.h"

namespace kval::helm {
namespace {

TEST(TarTest, FilesFoldersAndLongPaths) {
  const std::string longer(150, 'x');
  const std::string archive = Member("c/", "", '5') + Member("c/a", "one") +
                              Member("././@LongLink", longer, 'L') + Member("short", "two") +
                              Member("c/link", "", '2') + std::string(1024, '\0');
  TarReader reader(archive);
  std::string seen;
  while (const std::optional<TarEntry> entry = reader.Next()) {
    seen += entry->path + (entry->kind == TarKind::kFile ? "=" : "/") + std::string(entry->bytes) + ";";
  }
  EXPECT_EQ(seen, "c//;c/a=one;" + longer + "=two;c/link/;");
  EXPECT_EQ(reader.fault(), "");
}

TEST(TarTest, DamageIsToldWhereverItIs) {
  const std::string archive = Member("c/a", std::string(600, 'a')) + std::string(1024, '\0');
  for (size_t size = 1; size < 1112; size += 97) {
    TarReader reader(std::string_view(archive).substr(0, size));
    while (reader.Next()) {
    }
    EXPECT_NE(reader.fault(), "") << size;
  }
  std::string wrong = archive;
  wrong[0] = 'd';
  TarReader reader(wrong);
  EXPECT_FALSE(reader.Next());
  EXPECT_EQ(reader.fault(), "a header is malformed");
}

TEST(ArchiveTest, PathsStayInTheChart) {
  for (const char* path :
       {"c/../../etc/passwd", "c//etc/passwd", "Chart.yaml", "c/.", "c/C:/x", "c\\..\\..\\x"}) {
    uint64_t budget = kMostArchiveBytes;
    EXPECT_FALSE(Unpack(Packed({{path, "x"}}), budget)) << path;
  }
  uint64_t budget = kMostArchiveBytes;
  const Result<std::vector<PackedFile>> files = Unpack(Packed({{"c/a/../b.yaml", "x"}}), budget);
  ASSERT_TRUE(files);
  EXPECT_EQ((*files)[0].name, "b.yaml");
}

TEST(ArchiveTest, SizesAreBounded) {
  uint64_t budget = kMostArchiveBytes;
  EXPECT_FALSE(Unpack(Packed({{"c/big", std::string(kMostFileBytes + 1, 'x')}}), budget));
  budget = 1024;
  EXPECT_FALSE(Unpack(Packed({{"c/a", std::string(3 * 1024 * 1024, 'x')}}), budget));
  EXPECT_FALSE(Unpack("\x1F\x8B\x08 nothing", budget));
  EXPECT_FALSE(Unpack(Packed({}), budget));
}

}  // namespace
}  // namespace kval::helm
