#include "src/lang/kcl/eval/frame.h"

#include <span>
#include <vector>

namespace kval::kcl::eval {

Frame* Escape(runtime::Heap& heap, Frame* frame) {
  if (frame == nullptr) {
    return nullptr;
  }
  frame->is_captured = true;
  if (frame->on_heap) {
    return frame;
  }
  if (frame->escaped != nullptr) {
    return frame->escaped;
  }
  Frame* copy = heap.New<Frame>(*frame);
  copy->on_heap = true;
  copy->slots = heap.Copy(std::span<const runtime::Value>(frame->slots, frame->slot_count)).data();
  copy->parent = Escape(heap, frame->parent);
  frame->slots = copy->slots;
  frame->escaped = copy;
  return copy;
}

SlotStorage::SlotStorage(runtime::Heap& heap, size_t count) : slots_(inline_.data()) {
  if (count > kInline) {
    std::vector<runtime::Value> empty(count);
    slots_ = heap.Copy(std::span<const runtime::Value>(empty)).data();
  }
}

void SlotStorage::Renew(Frame& frame) {
  if (frame.escaped != nullptr) {
    // The values of the round so far (outer loop variables) are carried over.
    for (uint32_t i = 0; i < frame.slot_count; ++i) {
      slots_[i] = frame.slots[i];
    }
    frame.slots = slots_;
    frame.escaped = nullptr;
  }
}

}  // namespace kval::kcl::eval
