// Writes the counts of a program that ends with _Exit (cmake/Profile.cmake). The names are those that --wrap
// of the linker requires.
#include <unistd.h>

extern "C" void __gcov_dump();                          // NOLINT(bugprone-reserved-identifier): libgcov's
extern "C" [[noreturn]] void __wrap__Exit(int status);  // NOLINT(bugprone-reserved-identifier): the linker's

extern "C" void __wrap__Exit(int status) {
  __gcov_dump();
  _exit(status);
}
