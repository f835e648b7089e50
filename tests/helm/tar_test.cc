#include "src/helm/tar.h"

#include <gtest/gtest.h>

#include "tests/helm/packed.h"

#include "src/helm/archive.h"

namespace kval::helm {
namespace {

// Returns every entry with its content, or a slash for a directory, then the error.
std::string Read(const std::string& archive, bool is_whole = true) {
  TarReader reader(archive, is_whole);
  std::string seen;
  while (const std::optional<TarEntry> entry = reader.Next()) {
    seen += entry->path + (entry->is_directory ? "/" : "=" + reader.Bytes().value_or("")) + ";";
  }
  return seen + std::string(reader.error());
}

const std::string& End() {
  static const std::string end(1024, '\0');
  return end;
}

std::string Pax(const std::string& record) {
  return Member("pax", record, 'x');
}

TEST(TarTest, FilesDirectoriesAndLongPaths) {
  const std::string longer(150, 'x');
  EXPECT_EQ(Read(Member("c/", "", '5') + Member("c/a", "one") + Member("././@LongLink", longer, 'L') +
                 Member("short", "two") + Member("c/link", "", '2') + End()),
            "c//;c/a=one;" + longer + "=two;c/link=;");
}

TEST(TarTest, PaxRecordsOverrideTheHeader) {
  EXPECT_EQ(Read(Pax("9 size=2\n") + Member("c/a", "onetwo") + End()), "c/a=on;");
  EXPECT_EQ(Read(Pax("12 path=c/b\n") + Member("c/a", "one") + End()), "c/b=one;");
  EXPECT_EQ(Read(Pax("8 path=\n") + Member("c/a", "one") + End()), "c/a=one;");
  for (const char* record :
       {"12 size=x12\n", "10 size=-1\n", "99 path=c/b\n", "12 path=c/b", "12path=c/b\n", "7 =abc\n"}) {
    EXPECT_EQ(Read(Pax(record) + Member("c/a", "one") + End()), "a header is malformed") << record;
  }
  EXPECT_EQ(Read(Pax(std::string("13 path=c\0/b\n", 13)) + Member("c/a", "one") + End()),
            "a header is malformed");
}

TEST(TarTest, TypeZeroAndDirectories) {
  EXPECT_EQ(Read(Member("c/a/", "one", '0') + End()), "c/a/=one;");
  EXPECT_EQ(Read(Member("c/a/", "", '\0') + End()), "c/a//;");
  EXPECT_EQ(Read(Member("c/a", "one", '0', "0040755") + Member("c/b", "two") + End()), "c/a/;c/b=two;");
  EXPECT_EQ(Read(Member("c/a", "one", '0', "rw-r--r") + End()), "a header is malformed");
}

TEST(TarTest, EndsOfArchives) {
  const std::string file = Member("c/a", "one");
  const std::string block(512, '\0');
  EXPECT_EQ(Read(file), "c/a=one;");
  EXPECT_EQ(Read(file + block), "c/a=one;");
  EXPECT_EQ(Read(file + block + block + "anything"), "c/a=one;");
  EXPECT_EQ(Read(file + block + file), "c/a=one;a single block of zeros is followed by more");
  EXPECT_EQ(Read(file + block + "x"), "c/a=one;it is cut off");
  EXPECT_EQ(Read(file.substr(0, 515)), "c/a=one;");
  EXPECT_EQ(Read(file.substr(0, 514)), "c/a=;it is cut off");
  // The rest of the archive could not be decompressed.
  EXPECT_EQ(Read(file, false), "c/a=one;it is no complete gzip file");
  EXPECT_EQ(Read(file + block + block, false), "c/a=one;");
}

TEST(TarTest, SparseFilesAreExpanded) {
  const std::string records =
      "22 GNU.sparse.major=0\n22 GNU.sparse.minor=1\n26 GNU.sparse.numblocks=1\n22 GNU.sparse.map=2,3\n";
  const std::string expanded("\0\0one\0", 6);
  EXPECT_EQ(Read(Pax(records + "21 GNU.sparse.size=6\n") + Member("c/a", "one") + End()),
            "c/a=" + expanded + ";");
  EXPECT_EQ(Read(Pax(records + "21 GNU.sparse.size=4\n") + Member("c/a", "one") + End()),
            "the map of a sparse file is malformed");
  EXPECT_EQ(Read(Pax(records + "21 GNU.sparse.size=6\n") + Member("c/a", "four") + End()),
            "c/a=;a sparse file does not hold the bytes of its map");
}

TEST(TarTest, DamageIsReportedWhereverItIs) {
  const std::string archive = Member("c/a", std::string(600, 'a')) + std::string(1024, '\0');
  for (size_t size = 1; size < 1112; size += 97) {
    TarReader reader(std::string_view(archive).substr(0, size));
    while (reader.Next()) {
    }
    EXPECT_NE(reader.error(), "") << size;
  }
  std::string wrong = archive;
  wrong[0] = 'd';
  TarReader reader(wrong);
  EXPECT_FALSE(reader.Next());
  EXPECT_EQ(reader.error(), "a header is malformed");
}

TEST(ArchiveTest, PathsStayInTheChart) {
  for (const char* path :
       {"c/../../etc/passwd", "c//etc/passwd", "Chart.yaml", "c/.", "c/C:/x", "c\\..\\..\\x"}) {
    uint64_t budget = kMaxArchiveBytes;
    EXPECT_FALSE(Unpack(Packed({{path, "x"}}), budget)) << path;
  }
  uint64_t budget = kMaxArchiveBytes;
  const Result<std::vector<PackedFile>> files = Unpack(Packed({{"c/a/../b.yaml", "x"}}), budget);
  ASSERT_TRUE(files);
  EXPECT_EQ((*files)[0].name, "b.yaml");
}

TEST(ArchiveTest, SizesAreBounded) {
  uint64_t budget = kMaxArchiveBytes;
  EXPECT_FALSE(Unpack(Packed({{"c/big", std::string(kMaxFileBytes + 1, 'x')}}), budget));
  budget = 1024;
  EXPECT_FALSE(Unpack(Packed({{"c/a", std::string(3 * 1024 * 1024, 'x')}}), budget));
  EXPECT_FALSE(Unpack("\x1F\x8B\x08 nothing", budget));
  EXPECT_FALSE(Unpack(Packed({}), budget));
}

TEST(ArchiveTest, WhatFollowsTheEndOfTheTarDoesNotCount) {
  const std::string packed = Packed({{"c/a", "x"}});
  uint64_t budget = kMaxArchiveBytes;
  EXPECT_TRUE(Unpack(packed + "trailing", budget));
  EXPECT_TRUE(Unpack(packed.substr(0, packed.size() - 8), budget));
  EXPECT_FALSE(Unpack(packed.substr(0, packed.size() / 2), budget));
}

TEST(ArchiveTest, HolesCountAsContent) {
  const auto sparse = [](const std::string& size) {
    const std::string value = "GNU.sparse.size=" + size + "\n";
    return std::pair<std::string, std::string>(
        "\1", "22 GNU.sparse.major=0\n22 GNU.sparse.minor=1\n26 GNU.sparse.numblocks=0\n" +
                  std::to_string(value.size() + 3) + " " + value);
  };
  uint64_t budget = kMaxArchiveBytes;
  EXPECT_TRUE(Unpack(Packed({sparse("1000000"), {"c/a", ""}}), budget));
  EXPECT_EQ(budget, kMaxArchiveBytes - 1000000 - 64 * 1024 + 2560);
  EXPECT_FALSE(Unpack(Packed({sparse("6000000"), {"c/a", ""}}), budget));
  budget = 500'000;
  EXPECT_FALSE(Unpack(Packed({sparse("1000000"), {"c/a", ""}}), budget));
  EXPECT_EQ(budget, 0U);
}

}  // namespace
}  // namespace kval::helm
