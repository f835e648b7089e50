#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "src/helm/archive.h"
#include "tests/helm/archive_maker.h"

namespace kval::helm {
namespace {

constexpr int kArchives = 5000;

std::string Hex(std::string_view text) {
  std::string hex;
  for (const char c : text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    hex += kDigits[static_cast<unsigned char>(c) >> 4U];
    hex += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  return hex;
}

std::string LineOf(std::string_view archive) {
  uint64_t budget = kMaxArchiveBytes * 2;
  const Result<std::vector<PackedFile>> files = Unpack(archive, budget);
  std::string line = files ? "" : "refused";
  for (const PackedFile& file : files ? *files : std::vector<PackedFile>()) {
    line += " " + Hex(file.name) + "=" + Hex(*file.bytes);
  }
  return line;
}

std::string BigEndian(size_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(number >> static_cast<unsigned>(shift));
  }
  return bytes;
}

std::string WhyRefused(const std::string& archive) {
  uint64_t budget = kMaxArchiveBytes * 2;
  const Result<std::vector<PackedFile>> files = Unpack(archive, budget);
  return files ? "accepted" : files.failure().message;
}

// KVAL_SEED sets the seed. KVAL_KEEP names a directory for archives that kval and Go read differently.
TEST(ArchivePeerTest, ChartsAreUnpackedAsByGo) {
  if (std::system("go version >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "there is no go on PATH to compare with";
  }
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("kval-archives-" + std::to_string(::getpid()));
  std::filesystem::create_directory(directory);
  const char* seed = std::getenv("KVAL_SEED");
  ArchiveMaker maker(seed == nullptr ? 1 : static_cast<unsigned>(std::atoi(seed)));
  std::vector<std::string> archives;
  std::ofstream in(directory / "in", std::ios::binary);
  for (int i = 0; i < kArchives; ++i) {
    archives.push_back(maker.Archive());
    in << BigEndian(archives.back().size()) << archives.back();
  }
  in.close();
  const std::string command =
      "go run " KVAL_ARCHIVE_PEER " < " + (directory / "in").string() + " > " + (directory / "out").string();
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::ifstream out(directory / "out", std::ios::binary);
  int accepted = 0;
  for (size_t i = 0; i < archives.size(); ++i) {
    std::string expected;
    ASSERT_TRUE(std::getline(out, expected));
    accepted += expected == "refused" ? 0 : 1;
    EXPECT_EQ(LineOf(archives[i]), expected) << "archive " << i << ": " << WhyRefused(archives[i]);
    if (const char* keep = std::getenv("KVAL_KEEP"); keep != nullptr && LineOf(archives[i]) != expected) {
      std::ofstream(std::string(keep) + "/" + std::to_string(i) + ".tgz", std::ios::binary) << archives[i];
    }
  }
  std::filesystem::remove_all(directory);
  RecordProperty("accepted", accepted);
  EXPECT_GT(accepted, kArchives / 4) << "the archives are refused too often to compare what is read of them";
}

}  // namespace
}  // namespace kval::helm
