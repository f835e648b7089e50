#pragma once

namespace kval {

// Running out of memory ends a run with a finding (KV024), never with a signal: std::bad_alloc is the one
// exception that crosses libraries, and the program's edge catches it (cli/commands.cc).

// Reserves address space that is released when memory is exhausted, so that the error can be reported. Call
// once at program start.
void SetMemoryAside();

// The `new` handler, for code that calls the system directly: releases the reserve and throws std::bad_alloc.
[[noreturn]] void RunOutOfMemory();

}  // namespace kval
