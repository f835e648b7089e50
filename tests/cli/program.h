#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kval::cli {

struct Ended {
  int status = 0;  // 128 + the signal when one ended it
  std::string out;
  std::string err;
};

// A folder of files in which shell commands run `kval`; removed at the end.
class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  Workplace& File(const std::string& name, std::string_view text);
  // What a file holds now; "(none)" when there is none.
  std::string Text(const std::string& name) const;
  // Runs a command of the shell.
  Ended Run(const std::string& command) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace kval::cli
