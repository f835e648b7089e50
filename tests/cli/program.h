#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kval::cli {

struct Ended {
  int status = 0;  // exit code; 128 + the signal number if a signal ended the process
  std::string out;
  std::string err;
};

// A temporary directory in which shell commands run `kval`. The destructor removes it.
class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  Workplace& File(const std::string& name, std::string_view text);
  // Returns the content of a file; "(none)" if it does not exist.
  std::string Text(const std::string& name) const;
  // Runs a shell command in the directory.
  Ended Run(const std::string& command) const;

  const std::filesystem::path& directory() const { return directory_; }

 private:
  std::filesystem::path directory_;
};

}  // namespace kval::cli
