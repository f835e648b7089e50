#include "tests/cli/program.h"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace kval::cli {

namespace fs = std::filesystem;

Workplace::Workplace() {
  std::string pattern = (fs::temp_directory_path() / "kval-cli-XXXXXX").string();
  directory_ = ::mkdtemp(pattern.data());
}
Workplace::~Workplace() {
  fs::remove_all(directory_);
}

Workplace& Workplace::File(const std::string& name, std::string_view text) {
  fs::create_directories((directory_ / name).parent_path());
  std::ofstream(directory_ / name, std::ios::binary) << text;
  return *this;
}

std::string Workplace::Text(const std::string& name) const {
  std::ifstream file(directory_ / name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return file ? text.str() : "(none)";
}

Ended Workplace::Run(const std::string& command) const {
  const std::string streams = directory_.string() + ".out";
  const std::string script = "cd '" + directory_.string() + "' || exit 126\nexport PATH='" +
                             fs::path(KVAL_PROGRAM).parent_path().string() +
                             "':$PATH\nunset NO_COLOR CI GITHUB_ACTIONS GITLAB_CI\n" + command;
  const std::string file = directory_.string() + ".sh";
  std::ofstream(file) << script << "\n";
  const int status =
      std::system(("bash '" + file + "' </dev/null >'" + streams + "' 2>'" + streams + "2'").c_str());
  const auto read = [](const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    fs::remove(path);
    return text.str();
  };
  Ended ended{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read(streams),
              read(streams + "2")};
  fs::remove(file);
  return ended;
}

}  // namespace kval::cli
