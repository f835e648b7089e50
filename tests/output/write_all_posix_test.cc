#include "src/output/write_all.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <thread>

namespace kval::output {
namespace {

// Exceeds the capacity of a pipe.
const std::string& LongText() {
  static const std::string text(1'000'000, 'x');
  return text;
}

struct Pipe {
  Pipe() {
    EXPECT_EQ(::pipe(ends.data()), 0);
    EXPECT_EQ(::fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
  }
  std::array<int, 2> ends{};
};

TEST(WriteAll, WaitsWhereANonBlockingPipeIsFull) {
  const Pipe pipe;
  std::string received;
  std::thread reader([&] {
    std::array<char, 4096> part{};
    for (ssize_t size = 1; size > 0;) {
      size = ::read(pipe.ends[0], part.data(), part.size());
      received.append(part.data(), size > 0 ? static_cast<size_t>(size) : 0);
    }
  });
  EXPECT_TRUE(WriteAll(pipe.ends[1], LongText()));
  ::close(pipe.ends[1]);
  reader.join();
  ::close(pipe.ends[0]);
  EXPECT_EQ(received, LongText());
}

TEST(WriteAll, EndsWhenTheReaderLeaves) {
  std::signal(SIGPIPE, SIG_IGN);
  const Pipe pipe;
  std::thread reader([&] {
    char byte = 0;
    EXPECT_EQ(::read(pipe.ends[0], &byte, 1), 1);
    ::close(pipe.ends[0]);
  });
  EXPECT_FALSE(WriteAll(pipe.ends[1], LongText()));
  reader.join();
  ::close(pipe.ends[1]);
}

}  // namespace
}  // namespace kval::output
