#include "src/support/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kval {
namespace {

TEST(Arena, KeepsWhatIsMadeInIt) {
  Arena arena;
  std::vector<int64_t*> numbers;
  std::vector<std::string_view> strings;
  for (int64_t i = 0; i < 200'000; ++i) {  // enough to allocate huge chunks
    numbers.push_back(arena.New<int64_t>(i));
    strings.push_back(arena.CopyText(std::to_string(i)));
  }
  for (int64_t i = 0; i < 200'000; ++i) {
    ASSERT_EQ(*numbers[static_cast<size_t>(i)], i);
    ASSERT_EQ(strings[static_cast<size_t>(i)], std::to_string(i));
  }
}

TEST(Arena, AlignsAndTakesPiecesLargerThanAChunk) {
  struct alignas(64) Line {
    char bytes[64];
  };
  Arena arena;
  arena.CopyText("x");
  EXPECT_EQ(reinterpret_cast<uintptr_t>(arena.New<Line>()) % alignof(Line), 0U);
  const std::string large(5'000'000, 'y');
  EXPECT_EQ(arena.CopyText(large), large);
  EXPECT_EQ(arena.CopyText("z"), "z");
  EXPECT_TRUE(arena.CopyText("").empty());
}

}  // namespace
}  // namespace kval
