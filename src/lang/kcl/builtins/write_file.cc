#include "src/lang/kcl/builtins/write_file.h"

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "src/lang/kcl/builtins/project_file.h"
#include "src/output/file_set.h"
#include "src/output/write_all.h"
#include "src/support/file_calls.h"

namespace kval::kcl::builtins {
bool WriteFile(runtime::Runtime& runtime, std::string_view path, std::string_view content, WriteMode mode) {
  const auto fail = [&](const std::string& reason) {
    runtime.Fail("Unable to write file '" + std::string(path) + "': " + reason);
    return false;
  };
  const std::shared_ptr<void> hold = runtime.HoldEnd();
  const Result<std::string> allowed = WritablePath(runtime, path);
  if (!allowed) {
    return fail(allowed.failure().message);
  }
  // A link that was checked is followed now; a link created there later is not.
  const Result<std::string> real = runtime.files().RealPath(*allowed);
  const std::string& target = real ? *real : *allowed;
  if (mode == WriteMode::kReplace) {
    const Result<bool> is_written = output::WriteFile(target, content, {});
    return is_written || fail(is_written.failure().message);
  }
  const int descriptor = OpenForAppending(target);
  if (descriptor < 0) {
    return fail(std::strerror(errno));
  }
  const bool is_written = output::WriteAll(descriptor, content);
  const int error = errno;
  const bool is_closed = CloseWritten(descriptor);
  return (is_written && is_closed) || fail(std::strerror(is_written ? errno : error));
}

}  // namespace kval::kcl::builtins
