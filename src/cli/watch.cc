#include "src/cli/watch.h"

#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "src/cli/run_guarded.h"
#include "src/cli/standard_streams.h"

namespace kval::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{200};
// Editors write several files, or one in several steps.
constexpr std::chrono::milliseconds kUntilWritten{50};
// The screen is empty and the cursor at its top; what scrolled away stays.
constexpr std::string_view kClear = "\x1b[2J\x1b[H";

}  // namespace

int RunWatching(const std::function<int(FileSnapshot& looked, CommandOutput& output)>& check,
                const ProcessEnvironment& environment, CommandOutput& output) {
  while (true) {
    FileSnapshot looked;
    CommandOutput round;
    const int status =
        RunGuarded([&](const ProcessEnvironment&, CommandOutput& target) { return check(looked, target); },
                   environment, round);
    if (looked.is_empty()) {
      // Nothing was read: the invocation is wrong, and no file change fixes it.
      output = std::move(round);
      return status;
    }
    for (const std::string& path : round.written) {
      looked.NoteWritten(path);
    }
    round.out.insert(
        0, environment.stdout_is_terminal && !environment.has_dumb_terminal() ? kClear : std::string_view());
    CommandOutput below;  // both streams may be one terminal
    below.err = "kval: watching " + std::to_string(looked.read_count()) +
                (looked.read_count() == 1 ? " file\n" : " files\n");
    if (!WriteStreams(round) || !WriteStreams(below)) {
      return status;
    }
    while (!looked.HasChanged()) {
      std::this_thread::sleep_for(kBetweenLooks);
    }
    std::this_thread::sleep_for(kUntilWritten);
  }
}

}  // namespace kval::cli
