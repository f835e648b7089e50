#pragma once

#include <cstddef>
#include <cstdint>

namespace kval::starlark {

// What operations do without making anything: comparing, hashing, searching, moving. It is counted where it
// is done, in places that know no interpreter too, and becomes steps when the interpreter next counts one, so
// that nothing costs no step.
//
// One unit is about what it takes to look at one value, a step is as much as kUnitsOfAStep.
class Work {
 public:
  static constexpr uint64_t kUnitsOfAStep = 64;

  void Add(uint64_t units) { units_ += units; }
  // Bytes that are compared, copied or searched by the fastest means there are.
  void AddBytes(size_t bytes) { units_ += bytes / 16; }
  // Bytes that another text is searched for in.
  void AddSearchedBytes(size_t bytes) { units_ += bytes / 2; }
  // Bytes that are looked at one by one.
  void AddSlowBytes(size_t bytes) { units_ += bytes; }
  // Values that are moved within a list.
  void AddMoved(size_t values) { units_ += values / 4; }

  // So much has come together that a loop should count a step now.
  bool is_due() const { return units_ >= kUnitsOfAStep * 1024; }
  // The whole steps, which are then forgotten.
  uint64_t TakeSteps() {
    const uint64_t steps = units_ / kUnitsOfAStep;
    units_ %= kUnitsOfAStep;
    return steps;
  }

 private:
  uint64_t units_ = 0;
};

}  // namespace kval::starlark
