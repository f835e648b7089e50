#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "src/cli/commands.h"
#include "src/cli/process.h"
#include "src/cli/standard_streams.h"
#include "src/output/write_all.h"
#include "src/support/native_stack.h"
#include "src/support/out_of_memory.h"

namespace {

constexpr std::string_view kNoMemory = "kval: error[KV024]: the system has no more memory for this run\n";
constexpr std::string_view kBug = "kval: internal error: an exception was not caught\n";

[[noreturn]] void EndWith(std::string_view text, int status) {
  // If this fails too, the error cannot be reported.
  kval::output::WriteAll(kval::output::kStandardError, text);
  std::_Exit(status);
}

// Handles uncaught exceptions: memory exhausted while its exhaustion was reported.
[[noreturn]] void EndUncaught() {
  bool no_memory = false;
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    no_memory = true;
  } catch (...) {
  }
  EndWith(no_memory ? kNoMemory : kBug, no_memory ? kval::cli::kLimit : kval::cli::kBug);
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(EndUncaught);
  if (!kval::ReserveStack()) {
    EndWith(kNoMemory, kval::cli::kLimit);
  }
  kval::SetMemoryAside();
  kval::cli::PrepareProcess();
  kval::cli::CommandOutput output;
  int status = kval::RunOnStandardStack([&] {
    return kval::cli::RunProgram(kval::cli::ReadArguments(argc, argv), kval::cli::ReadEnvironment(), output);
  });
  if (!kval::cli::WriteStreams(output)) {
    status = kval::cli::kUnusable;
  }
  // Nothing that is left needs to be torn down: the process ends here.
  std::_Exit(status);
}
