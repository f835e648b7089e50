#include "src/cli/standard_streams.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "src/output/write_all.h"

namespace kval::cli {

bool WriteStreams(const Output& output) {
  output::WriteAll(STDERR_FILENO, output.err);  // where else could its failure be said?
  if (output::WriteAll(STDOUT_FILENO, output.out)) {
    return true;
  }
  output::WriteAll(STDERR_FILENO,
                   std::string("kval: cannot write to standard output: ") + std::strerror(errno) + "\n");
  return false;
}

}  // namespace kval::cli
