#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::eval {

struct InstancePart;

// The enclosing entries of an `if` in a config literal, which is evaluated separately and merged at its end.
struct OuterEntries {
  runtime::DictBuilder* builder;
  const OuterEntries* around;
};

enum class FrameKind : uint8_t { kLambda, kLoop, kSchema, kConfig };

// The variables of one lexical level at run time (sema/program.h: RefKind, Frames).
//
// Frames are on the native stack until a lambda captures them: Escape then moves the slots to the heap, and
// the frame on the stack uses the moved slots, so both see the same variables.
struct Frame {
  FrameKind kind = FrameKind::kLambda;
  Frame* parent = nullptr;
  runtime::Value* slots = nullptr;
  uint32_t slot_count = 0;
  InstancePart* part = nullptr;             // kSchema
  runtime::DictBuilder* builder = nullptr;  // kConfig, while the literal is being evaluated
  const OuterEntries* around = nullptr;     // kConfig, while the entries of an `if` are
  const runtime::Dict* finished = nullptr;  // kConfig, afterwards
  bool on_heap = false;
  bool is_captured = false;  // a lambda refers to it, or to a frame inside
  Frame* escaped = nullptr;  // the copy on the heap, if any
};

// Returns the value of an unassigned local variable: until it is assigned, its name has its meaning outside
// the lambda.
inline runtime::Value Unassigned() {
  runtime::Value value;
  value.integer = 1;
  return value;
}
inline bool IsUnassigned(const runtime::Value& value) {
  return value.is(runtime::Kind::kUndefined) && value.integer == 1;
}

// Returns a copy of the frame that may outlive the native stack.
Frame* Escape(runtime::Heap& heap, Frame* frame);

// Slots on the native stack for the usual case of a few, in the heap for more.
class SlotStorage {
 public:
  SlotStorage(runtime::Heap& heap, size_t count);
  runtime::Value* slots() { return slots_; }
  // Releases the captured slots: the next iteration of a loop has new variables.
  void Renew(Frame& frame);

 private:
  static constexpr size_t kInline = 6;
  std::array<runtime::Value, kInline> inline_;
  runtime::Value* slots_;
};

}  // namespace kval::kcl::eval
