// Each fuzzer that has a corpus takes it once: what fuzzing reached stays reached without libFuzzer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#define FUZZER(name) extern "C" int name##_input(const uint8_t* data, size_t size);
#include "fuzzers_with_corpora.def"
#undef FUZZER

namespace {

struct Fuzzer {
  const char* name;
  int (*take)(const uint8_t* data, size_t size);
};

class Corpus : public testing::TestWithParam<Fuzzer> {};

TEST_P(Corpus, IsTaken) {
  std::vector<std::filesystem::path> inputs;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(KVAL_FUZZ_CORPUS "/") + GetParam().name)) {
    inputs.push_back(entry.path());
  }
  std::sort(inputs.begin(), inputs.end());
  EXPECT_FALSE(inputs.empty());
  for (const std::filesystem::path& input : inputs) {
    SCOPED_TRACE(input.string());
    std::ifstream file(input, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const std::vector<uint8_t> data(bytes.begin(), bytes.end());
    EXPECT_EQ(GetParam().take(data.data(), data.size()), 0);
  }
}

constexpr Fuzzer kFuzzers[] = {
#define FUZZER(name) {#name, name##_input},
#include "fuzzers_with_corpora.def"
#undef FUZZER
};

INSTANTIATE_TEST_SUITE_P(Fuzzers, Corpus, testing::ValuesIn(kFuzzers),
                         [](const auto& fuzzer) { return std::string(fuzzer.param.name); });

}  // namespace
