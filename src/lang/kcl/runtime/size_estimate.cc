#include "src/lang/kcl/runtime/size_estimate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/lang/kcl/runtime/text.h"

namespace kval::kcl::runtime {
namespace {

constexpr size_t kMaxSize = 20'000'000;
constexpr size_t kBytesOfNode = 16;
constexpr size_t kBytesOfItem = sizeof(Value) + sizeof(std::string_view);
// A text that grows is there twice for a moment, and a third time where it goes.
constexpr size_t kCopies = 3;
// Looking at a node and writing it takes less time than evaluating an expression.
constexpr size_t kNodesOfStep = 2;

// A collection that is being walked through.
struct Level {
  const Value* collection;
  size_t next = 0;

  size_t count() const {
    return collection->is(Kind::kList) ? collection->items().size() : collection->fields().entries.size();
  }
  const Value& Take() {
    size_t at = next++;
    return collection->is(Kind::kList) ? collection->items()[at] : collection->fields().entries[at].value;
  }
  // That of the value that was taken last.
  std::string_view key() const {
    return collection->is(Kind::kList) ? std::string_view() : collection->fields().entries[next - 1].key;
  }
};

bool IsCollection(const Value& value) {
  return value.is(Kind::kList) || value.is_config();
}

// Additional bytes that a byte of a string needs when written: unprintable bytes become escapes. Line breaks
// are counted in the upper half.
constexpr std::array<uint64_t, 256> kMore = [] {
  constexpr uint64_t kEscape = 6;
  std::array<uint64_t, 256> more{};
  for (size_t byte = 0; byte < ' '; ++byte) {
    more[byte] = kEscape;
  }
  more[0x7f] = kEscape;
  more['"'] = more['\\'] = 1;
  more['\n'] = uint64_t{1} << 32;
  return more;
}();

// Returns the maximum size of a written string at indentation `column`: each line of a block is indented.
size_t WrittenSize(std::string_view text, size_t column) {
  uint64_t more = 0;
  for (const char c : text) {
    more += kMore[static_cast<unsigned char>(c)];
  }
  return text.size() + (more & UINT32_MAX) + (more >> 32) * (column + 1);
}

size_t CapacityOf(const Heap& heap) {
  return heap.limit() - std::min(heap.used(), heap.limit());
}

size_t SizeOf(const Value& scalar, size_t column) {
  return scalar.is(Kind::kString) ? 1 + WrittenSize(scalar.string(), column) / kBytesOfNode : 1;
}

}  // namespace

SizeResult MeasureSize(const Value& value, size_t max_size, size_t& size, size_t indent) {
  size = SizeOf(value, 0);
  if (size > max_size) {
    return SizeResult::kTooLarge;
  }
  std::vector<Level> levels;
  if (IsCollection(value)) {
    levels.push_back({&value});
  }
  while (!levels.empty()) {
    if (levels.back().next == levels.back().count()) {
      levels.pop_back();
      continue;
    }
    const Value& item = levels.back().Take();
    const size_t column = levels.size() * indent;
    size += SizeOf(item, column) + (column + WrittenSize(levels.back().key(), column)) / kBytesOfNode;
    if (size > max_size) {
      return SizeResult::kTooLarge;
    }
    if (IsCollection(item)) {
      if (levels.size() >= kMaxNesting) {
        return SizeResult::kTooDeep;
      }
      levels.push_back({&item});
    }
  }
  return SizeResult::kFits;
}

bool CheckOutputSize(Runtime& runtime, const Value& value, size_t indent) {
  constexpr size_t kShort = 4096;
  if (!IsCollection(value) && !(value.is(Kind::kString) && value.string().size() > kShort)) {
    return true;
  }
  const size_t capacity = CapacityOf(runtime.heap());
  size_t size = 0;
  const SizeResult extent =
      MeasureSize(value, std::min(kMaxSize, capacity / (kBytesOfNode * kCopies)), size, indent);
  switch (extent) {
    case SizeResult::kFits:
      return runtime.Charge(size / kNodesOfStep);
    case SizeResult::kTooDeep:
      runtime.FailLimit(Limit::kNesting, "the value is nested too deeply");
      return false;
    case SizeResult::kTooLarge:
      runtime.FailLimit(Limit::kMemory, "the value is larger than the memory limit");
      return false;
  }
  return false;
}

bool CheckOutputSize(Runtime& runtime, const CallArgs& call) {
  for (const Value& value : call.positional) {
    if (!CheckOutputSize(runtime, value)) {
      return false;
    }
  }
  for (const NamedValue& named : call.named) {
    if (!CheckOutputSize(runtime, named.value)) {
      return false;
    }
  }
  return true;
}

std::string ToBoundedString(Runtime& runtime, const Value& value) {
  return CheckOutputSize(runtime, value) ? Text(value) : std::string();
}

size_t MaxStringSize(Runtime& runtime) {
  return CapacityOf(runtime.heap()) / kCopies;
}

size_t MaxListItems(Runtime& runtime) {
  return CapacityOf(runtime.heap()) / kBytesOfItem;
}

bool CheckListSize(Runtime& runtime, size_t count) {
  if (count < SIZE_MAX / kBytesOfItem && runtime.heap().CanAllocate(count * kBytesOfItem)) {
    return true;
  }
  runtime.FailLimit(Limit::kMemory, "the list is larger than the memory limit");
  return false;
}

}  // namespace kval::kcl::runtime
