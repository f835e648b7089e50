#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "src/lang/cel/heap.h"
#include "src/lang/cel/value.h"
#include "src/lang/cel/zone.h"

namespace re2 {
class RE2;
}

namespace kval::cel {

// Limits of one evaluation. Exceeding one ends it with an error that is_final.
struct Budget {
  // The cost as defined by Kubernetes: the runtime cost limit of one expression.
  uint64_t cost = 1'000'000;
  // Work that takes time but is not part of Kubernetes' cost: comparing nested values, visiting nodes.
  uint64_t work = 100'000'000;
  // Bytes that values hold.
  uint64_t memory = 256 << 20;
  // Bytes that the automaton of one regular expression may take.
  uint64_t regex_memory = 8 << 20;
};

// The environment of functions during evaluation: memory, the budget, compiled patterns.
class Context {
 public:
  Context(Heap& heap, const Budget& budget, const ZoneSource* zones);
  ~Context();

  Heap& heap() { return heap_; }

  // Charges work. Returns false if the budget is exhausted: then return Stop().
  bool Work(uint64_t amount) {
    work_ += amount;
    return work_ <= budget_.work && !heap_.is_full();
  }
  // Charges the reading of bytes, which is not part of Kubernetes' cost.
  bool WorkOnBytes(uint64_t bytes) { return Work(bytes / 16); }
  uint64_t work() const { return work_; }
  void AddCost(uint64_t amount) { cost_ += amount; }
  void TakeCost(uint64_t amount) { cost_ -= amount; }
  uint64_t cost() const { return cost_; }
  bool is_over() const { return cost_ > budget_.cost || work_ > budget_.work || heap_.is_full(); }

  // Returns an error of the current expression.
  Value Fail(std::string message);
  Value NoSuchOverload() { return Fail("no such overload"); }
  // Returns the error for an exhausted budget.
  Value Stop();
  void set_offset(uint32_t offset) { offset_ = offset; }
  uint32_t offset() const { return offset_; }

  // Creates values in the heap; returns an error if it is full.
  Value NewString(std::string_view text);
  Value NewList(std::span<const Value> items);
  Value NewOptional(const Value& held) { return Value::Optional(heap_.New<Value>(held)); }

  // Returns the compiled RE2 pattern, which has Go's syntax; null if invalid, with the reason in `why`.
  const re2::RE2* Pattern(std::string_view text, std::string* why);

  const ZoneSource* zones() const { return zones_; }

 private:
  Heap& heap_;
  Budget budget_;
  const ZoneSource* zones_;
  uint64_t cost_ = 0;
  uint64_t work_ = 0;
  uint32_t offset_ = 0;
  std::map<std::string, std::unique_ptr<re2::RE2>, std::less<>> patterns_;
};

}  // namespace kval::cel
