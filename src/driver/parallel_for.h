#pragma once

#include <cstddef>
#include <functional>

namespace kval::driver {

// Returns the number of threads for that many tasks: `jobs`, or the number of processors if 0.
size_t ThreadCount(size_t tasks, size_t jobs);

// Runs tasks 0 … count-1, in any order, on several threads, the first of which is the calling one; returns
// when all are done. `task` receives the index of the task and of the thread. If the system refuses a thread,
// fewer are used. Errors: exhausted memory or stack in a thread is thrown to the caller.
void ParallelFor(size_t count, size_t jobs, const std::function<void(size_t task, size_t thread)>& task);

}  // namespace kval::driver
