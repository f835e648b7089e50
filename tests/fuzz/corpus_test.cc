// Runs each fuzzer once on every input of its corpus and on the seeds that seeds.py generates from testdata.
// A test case that violates a fuzzer's assertions is therefore detected without libFuzzer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#define FUZZER(name) extern "C" int name##_input(const uint8_t* data, size_t size);
#include "all_fuzzers.def"
#undef FUZZER

namespace {

struct Fuzzer {
  const char* name;
  int (*take)(const uint8_t* data, size_t size);
};

// Returns the sorted files of a directory, or an empty list if it does not exist.
std::vector<std::filesystem::path> FilesOf(const std::string& directory) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void Give(const std::filesystem::path& input, const Fuzzer& fuzzer) {
  SCOPED_TRACE(input.string());
  std::ifstream file(input, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  // The pointer is not null even if the input is empty, as in libFuzzer.
  EXPECT_EQ(fuzzer.take(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()), 0);
}

class Corpus : public testing::TestWithParam<Fuzzer> {};

TEST_P(Corpus, IsTaken) {
  for (const std::filesystem::path& input : FilesOf(std::string(KVAL_FUZZ_CORPUS "/") + GetParam().name)) {
    Give(input, GetParam());
  }
}

TEST_P(Corpus, SeedsAreTaken) {
  for (const std::filesystem::path& input :
       FilesOf(std::string(KVAL_FUZZ_SEEDS "/") + GetParam().name + "_fuzzer")) {
    if (!input.filename().string().starts_with("corpus-")) {
      Give(input, GetParam());
    }
  }
}

constexpr Fuzzer kFuzzers[] = {
#define FUZZER(name) {#name, name##_input},
#include "all_fuzzers.def"
#undef FUZZER
};

INSTANTIATE_TEST_SUITE_P(Fuzzers, Corpus, testing::ValuesIn(kFuzzers),
                         [](const auto& fuzzer) { return std::string(fuzzer.param.name); });

}  // namespace
