#pragma once

#include <cstdint>
#include <functional>

namespace kval {

// Starts a thread of the system with a stack of ThreadStackSize() bytes. `run` must exist until the thread is
// joined. Returns its id or handle for JoinNativeThread. Errors: throws std::system_error if the system
// refuses the thread.
uintptr_t StartNativeThread(std::function<void()>& run);

// Waits until `run` returned, and releases the thread.
void JoinNativeThread(uintptr_t thread);

}  // namespace kval
