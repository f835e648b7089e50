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

enum class Existing { kKeep, kRemove };

// Puts files into a directory, all or none. The disk is one implementation; tests use their own.
class FileWriter {
 public:
  virtual ~FileWriter() = default;
  // kRemove: nothing else is in the directory afterwards. True, or why not.
  virtual Result<bool> Write(const std::string& directory, const std::vector<OutputFile>& files,
                             Existing existing) = 0;
};

// By the rules of src/output; `inputs` are never written over.
class DiskFileWriter final : public FileWriter {
 public:
  explicit DiskFileWriter(std::vector<std::string> inputs) : inputs_(std::move(inputs)) {}
  Result<bool> Write(const std::string& directory, const std::vector<OutputFile>& files,
                     Existing existing) override;

 private:
  std::vector<std::string> inputs_;
};

// Writes `files` below `directory`; returns the paths written, in order. Refuses a path that leaves the
// directory, two files of one path, and with kRemove a directory like `/` or `.`: then nothing is written.
Result<std::vector<std::string>> WriteOutputFiles(const std::string& directory,
                                                  const std::vector<OutputFile>& files, Existing existing,
                                                  FileWriter& writer);

}  // namespace kval::driver
