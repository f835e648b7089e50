#pragma once

#include <cstddef>
#include <functional>

namespace kval::driver {

// Returns the number of threads for that many tasks: `jobs`, or the number of processors if 0.
size_t ThreadCount(size_t tasks, size_t jobs);

// Does tasks 0 … count-1, in any order, by several threads at once, of which the calling one is the first;
// returns when all are done. `task` is called with the number of the task and that of the thread. Threads
// that the system refuses are done without. Memory or stack that runs out in a thread is thrown here.
void SideBySide(size_t count, size_t jobs, const std::function<void(size_t task, size_t thread)>& task);

}  // namespace kval::driver
