#include <gtest/gtest.h>

#include <string>

#include "tests/kcl/eval/program.h"

namespace kval::kcl::eval {
namespace {

constexpr const char* kServer = R"(schema Server:
    name: str
    port: int = 80
    hosts: [str] = []
    labels: {str:str} = {}
    check:
        port > 0
)";

// Returns the memory of the values of a program with `count` written-out instances.
size_t MemoryOf(int count) {
  std::string text = kServer;
  for (int i = 0; i < count; ++i) {
    text +=
        "s" + std::to_string(i) +
        " = Server {name = \"a name that is long enough to be seen\", hosts = [\"a\", \"b\"], labels = {a = "
        "\"1\", b = \"2\"}}\n";
  }
  TestProgram program(text);
  EXPECT_TRUE(program.Start());
  EXPECT_TRUE(program.evaluation().Run());
  return program.evaluation().heap().used();
}

// Consecutive instances reuse the memory for their construction. Strings of the source, and lists and dicts
// that have their declared types, are not copied.
TEST(InstancesTest, WrittenInstancesNeedTheMemoryOfTheirValues) {
  EXPECT_LT((MemoryOf(2000) - MemoryOf(1000)) / 1000, 800U);
}

TEST(InstancesTest, LambdasKeepTheInstanceThatTheyBelongTo) {
  EXPECT_EQ(TestProgram(R"(schema Adder:
    base: int
    add: (int) -> int = lambda x: int -> int { x + base }
_all = [Adder {base = i} for i in range(4)]
sums = [a.add(10) for a in _all]
)")
                .Run(),
            "sums:\n- 10\n- 11\n- 12\n- 13\n");
}

// The evaluator discards the configuration of an instance unless a lambda refers to it.
TEST(InstancesTest, LambdasInAConfigurationSeeItsKeys) {
  EXPECT_EQ(TestProgram(R"(schema Adder:
    base: int
    add: (int) -> int
_all = [Adder {base = i, add = lambda x: int -> int { x + base }} for i in range(3)]
sums = [a.add(10) for a in _all]
)")
                .Run(),
            "sums:\n- 10\n- 11\n- 12\n");
}

TEST(InstancesTest, ANoneThatWasGivenIsShown) {
  TestProgram program(std::string(kServer) + "a = Server {name = None}\n");
  program.Run();
  ASSERT_EQ(program.diagnostics().size(), 1U);
  EXPECT_EQ(program.sources().Text(program.diagnostics()[0].labels[0].span), "None");
}

TEST(InstancesTest, InstancesReturnsCreatedInstances) {
  EXPECT_EQ(TestProgram(std::string(kServer) + "_a = Server {name = \"a\"}\n_b = Server {name = \"b\"}\n"
                                               "names = [s.name for s in Server.instances()]\n")
                .Run(),
            "names:\n- a\n- b\n");
}

// A merged instance has the explicit keys of both operands; the evaluator recomputes its other attributes.
TEST(InstancesTest, UnitedInstancesKnowWhatBothWereGiven) {
  EXPECT_EQ(
      TestProgram(std::string(kServer) +
                  "_a = Server {name = \"a\"}\nb = _a | Server {name = \"a\", port = 81}\n"
                  "c = b | {hosts = [\"h\"]}\n")
          .Run(),
      "b:\n  name: a\n  port: 81\n  hosts: []\n  labels: {}\nc:\n  name: a\n  port: 81\n  hosts:\n  - h\n"
      "  labels: {}\n");
}

}  // namespace
}  // namespace kval::kcl::eval
