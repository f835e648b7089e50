#include "src/cli/subprocess.h"

#include <array>
#include <cstddef>

#include "src/support/file_calls.h"

namespace kval::cli {

void Subprocess::Begin(intptr_t process, int stream) {
  process_ = process;
  stream_ = stream;
  text_.clear();
  status_.reset();
}

bool Subprocess::Take() {
  std::array<char, 65536> piece;
  if (!is_running()) {
    return true;
  }
  const ptrdiff_t size = ReadSome(stream_, piece.data(), piece.size());
  if (size > 0) {
    text_.append(piece.data(), static_cast<size_t>(size));
    return false;
  }
  Wait();
  return true;
}

void Subprocess::Kill() {
  if (is_running()) {
    Terminate(process_);
    Wait();
  }
}

void Subprocess::Wait() {
  status_ = AwaitEnd(process_);
  CloseDescriptor(stream_);
  process_ = 0;
  stream_ = -1;
}

}  // namespace kval::cli
