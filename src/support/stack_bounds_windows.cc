#include <windows.h>

#include <limits>

#include "src/support/stack_bounds.h"

namespace kval {

// The size of a stack is fixed when its thread starts.
uintptr_t MainStackTop() {
  return 0;
}

// The program's header holds it.
size_t MainStackLimit() {
  const auto* program = reinterpret_cast<const std::byte*>(::GetModuleHandleW(nullptr));
  const auto* dos = reinterpret_cast<const IMAGE_DOS_HEADER*>(program);
  const auto* headers = reinterpret_cast<const IMAGE_NT_HEADERS*>(program + dos->e_lfanew);
  return static_cast<size_t>(headers->OptionalHeader.SizeOfStackReserve);
}

StackBounds ThreadStack() {
  ULONG_PTR lowest = 0;
  ULONG_PTR top = 0;
  ::GetCurrentThreadStackLimits(&lowest, &top);
  return {lowest, top - lowest};
}

// Windows limits the address space of no process.
size_t AddressSpaceLeft() {
  return std::numeric_limits<size_t>::max();
}

}  // namespace kval
