#pragma once

#include <cstdint>
#include <optional>

#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/text_buffer.h"

namespace kval::gotemplate {

enum class ExceededLimit : uint8_t { kSteps, kOutput, kMemory, kDepth };

struct ExecutionLimits {
  uint64_t steps = 50'000'000;
  uint64_t output_bytes = uint64_t{1} << 30;
  uint32_t depth = 100'000;  // of templates in templates, as in Go; the native stack may allow fewer
};

// What all executions of an evaluator may use together. Memory is that of the heap. Work is proportional to
// time: that of a step and of memory.
//
// The functions return false once a limit was exceeded; then nothing may run any more.
class Budget {
 public:
  Budget(Heap& heap, const ExecutionLimits& limits) : heap_(heap), limits_(limits) {}

  // Counts work. Polls for cancellation by the host.
  bool Step(uint64_t count);
  // Whether the heap may grow by so many bytes.
  bool Reserve(uint64_t bytes);
  bool CountOutput(uint64_t bytes);
  // Counts a text that was printed value by value; a full one exceeds the limit of memory or steps.
  bool CountPrinted(const TextBuffer& text);
  // The bytes that may be printed: as many as memory and steps allow.
  uint64_t max_printed() const;
  // One more template in a template, until Leave.
  bool Enter();
  void Leave() { --depth_; }
  // Records an exceeded limit; returns false.
  bool Exceed(ExceededLimit limit);

  Heap& heap() { return heap_; }
  const ExecutionLimits& limits() const { return limits_; }
  std::optional<ExceededLimit> exceeded() const { return exceeded_; }
  // The work so far, with bytes of output.
  uint64_t used() const { return work() + output_; }

 private:
  uint64_t work() const;

  Heap& heap_;
  ExecutionLimits limits_;
  uint64_t steps_ = 0;
  uint64_t output_ = 0;
  uint32_t depth_ = 0;
  std::optional<ExceededLimit> exceeded_;
};

}  // namespace kval::gotemplate
