#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/support/result.h"

namespace kval::driver {

// A file that templates made.
struct OutputFile {
  std::string path;  // below the output directory
  std::string text;
  bool is_yaml = false;
};

enum class ExistingFiles { kKeep, kRemove };

// Puts files into a directory, all or none. The disk is one implementation; tests use their own.
class FileWriter {
 public:
  virtual ~FileWriter() = default;
  // Writes the files of a set. kRemove: other content of the directory is removed. Returns true, or the
  // reason of a failure.
  virtual Result<bool> Write(const std::string& directory, const std::vector<OutputFile>& files,
                             ExistingFiles existing) = 0;
};

// Writes by the rules of src/output; never overwrites `inputs`.
class DiskFileWriter final : public FileWriter {
 public:
  explicit DiskFileWriter(std::vector<std::string> inputs) : inputs_(std::move(inputs)) {}
  Result<bool> Write(const std::string& directory, const std::vector<OutputFile>& files,
                     ExistingFiles existing) override;

 private:
  std::vector<std::string> inputs_;
};

// Writes `files` below `directory`; returns the paths written, in order. Refuses a path that leaves the
// directory, two files of one path, and with kRemove a directory like `/` or `.`: then nothing is written.
Result<std::vector<std::string>> WriteOutputFiles(const std::string& directory,
                                                  const std::vector<OutputFile>& files,
                                                  ExistingFiles existing, FileWriter& writer);

}  // namespace kval::driver
