#pragma once

#include <cstddef>
#include <cstdint>

namespace kval::starlark {

// Work that allocates nothing: comparing, hashing, searching, moving. It is counted where it happens, also in
// code without an interpreter, and converted to steps when the interpreter next counts one.
//
// One unit is about one value visited; kUnitsOfAStep units are one step.
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
