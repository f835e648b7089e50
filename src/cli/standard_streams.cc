#include "src/cli/standard_streams.h"

#include <cerrno>
#include <cstring>
#include <string>

#include "src/cli/deadline.h"
#include "src/output/write_all.h"

namespace kval::cli {

bool WriteStreams(const CommandOutput& output) {
  if (output.deadline != nullptr) {
    output.deadline->BeginWriting();
  }
  output::WriteAll(output::kStandardError, output.err);  // its own failure cannot be reported
  const bool is_written = output::WriteAll(output::kStandardOutput, output.out);
  if (!is_written) {
    output::WriteAll(output::kStandardError,
                     std::string("kval: cannot write to standard output: ") + std::strerror(errno) + "\n");
  }
  if (output.deadline != nullptr) {
    output.deadline->Disarm();
  }
  return is_written;
}

void WriteWithoutBlocking(std::string_view text) {
  output::WriteWithoutBlocking(output::kStandardError, text);
}

}  // namespace kval::cli
