#include "tests/golden/case_run.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace kval::golden {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) {
      lines.push_back(line);
    }
  }
  return lines;
}

std::vector<std::string> ArgsOf(const fs::path& directory) {
  if (fs::exists(directory / "args")) {
    return Lines(ReadText(directory / "args"));
  }
  std::vector<std::string> schemas, values;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("schema")) {
      schemas.push_back(name);
    } else if (name.starts_with("values")) {
      values.push_back(name);
    }
  }
  std::sort(schemas.begin(), schemas.end());
  std::sort(values.begin(), values.end());
  schemas.insert(schemas.end(), values.begin(), values.end());
  std::vector<std::string> args;
  for (const std::string& name : schemas) {
    args.push_back("-f");
    args.push_back(name);
  }
  return args;
}

// Returns where a case runs: in its directory, or in a separate repository that has the file `git_config`
// of the case as `.git/config`, because `.git` itself cannot be in a repository.
fs::path PlaceOf(const Case& which, const fs::path& scratch) {
  if (!fs::exists(which.directory / "git_config")) {
    return which.directory;
  }
  fs::path repository = scratch / "repository";
  fs::copy(which.directory, repository, fs::copy_options::recursive);
  fs::create_directory(repository / ".git");
  fs::rename(repository / "git_config", repository / ".git/config");
  return repository;
}

// Replaces this process by the program. Requires a forked child process.
[[noreturn]] void Execute(const std::string& program, const Case& which, const fs::path& scratch) {
  std::vector<std::string> words = ArgsOf(which.directory);
  words.insert(words.begin(), program);
  std::vector<std::string> environment = Lines(ReadText(which.directory / "env"));
  environment.push_back("PATH=/usr/bin:/bin");
  const auto pointers = [](std::vector<std::string>& strings) {
    std::vector<char*> result;
    for (std::string& text : strings) {
      result.push_back(text.data());
    }
    result.push_back(nullptr);
    return result;
  };
  const fs::path input = which.directory / "stdin";
  const int in = ::open(fs::exists(input) ? input.c_str() : "/dev/null", O_RDONLY);
  const int out = ::open((scratch / "out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err = ::open((scratch / "err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  if (::chdir(PlaceOf(which, scratch).c_str()) != 0) {
    std::_Exit(126);
  }
  ::execve(program.c_str(), pointers(words).data(), pointers(environment).data());
  std::_Exit(127);
}

}  // namespace

std::string ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Case> FindCases(const fs::path& testdata) {
  std::map<std::string, fs::path> directories;
  for (const auto& entry : fs::recursive_directory_iterator(testdata)) {
    const fs::path name = entry.path().filename();
    if (entry.is_regular_file() && (name == "expected" || name == "args")) {
      const fs::path directory = entry.path().parent_path();
      directories.emplace(fs::relative(directory, testdata).string(), directory);
    }
  }
  std::vector<Case> cases;
  for (const auto& [name, directory] : directories) {
    cases.push_back({name, directory});
  }
  return cases;
}

std::string RunCase(const std::string& program, const Case& which) {
  std::string pattern = (fs::temp_directory_path() / "kval-golden-XXXXXX").string();
  const fs::path scratch = ::mkdtemp(pattern.data());
  const pid_t child = ::fork();
  if (child == 0) {
    Execute(program, which, scratch);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  std::string text = WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status)) + "\n"
                                       : "signal " + std::to_string(WTERMSIG(status)) + "\n";
  for (const char* stream : {"out", "err"}) {
    std::string written = ReadText(scratch / stream);
    if (!written.empty()) {
      text += std::string("--- std") + stream + "\n" + written;
      if (!text.ends_with("\n")) {
        text += "\n--- no line break at the end\n";
      }
    }
  }
  fs::remove_all(scratch);
  return text;
}

}  // namespace kval::golden
