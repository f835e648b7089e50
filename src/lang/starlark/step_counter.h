#pragma once

#include <cstddef>
#include <cstdint>

namespace kval::starlark {

// Work that allocates nothing: comparing, hashing, searching, moving. It is counted where it happens, also in
// code without an interpreter, and converted to steps when the interpreter next counts one.
//
// One unit is about one value visited; kUnitsOfAStep units are one step.
class StepCounter {
 public:
  static constexpr uint64_t kUnitsPerStep = 64;

  void Add(uint64_t units) { units_ += units; }
  // Counts bytes that are compared, copied or searched with vectorized code.
  void AddBytes(size_t bytes) { units_ += bytes / 16; }
  // Counts bytes in which a string is searched.
  void AddSearchedBytes(size_t bytes) { units_ += bytes / 2; }
  // Counts bytes that are processed one by one.
  void AddSlowBytes(size_t bytes) { units_ += bytes; }
  // Counts values that are moved inside a list.
  void AddMoved(size_t values) { units_ += values / 4; }

  // Whether enough work has accumulated that a loop should count a step now.
  bool is_due() const { return units_ >= kUnitsPerStep * 1024; }
  // Returns the whole steps and removes them from the count.
  uint64_t TakeSteps() {
    const uint64_t steps = units_ / kUnitsPerStep;
    units_ %= kUnitsPerStep;
    return steps;
  }

 private:
  uint64_t units_ = 0;
};

}  // namespace kval::starlark
