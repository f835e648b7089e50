#pragma once

#include <string>
#include <vector>

#include "src/support/result.h"

namespace kval::driver {

// A file that templates made.
struct OutputFile {
  std::string path;  // below the output directory
  std::string text;
  bool is_yaml = false;
};

// Writes files. The disk is one implementation; tests use their own.
class FileWriter {
 public:
  virtual ~FileWriter() = default;
  // Makes the directories that are missing. Text, or why not.
  virtual Result<bool> Write(const std::string& path, const std::string& text) = 0;
  // Removes a directory with all that it holds; none is fine.
  virtual Result<bool> RemoveAll(const std::string& directory) = 0;
};

class DiskFileWriter final : public FileWriter {
 public:
  Result<bool> Write(const std::string& path, const std::string& text) override;
  Result<bool> RemoveAll(const std::string& directory) override;
};

enum class Existing { kKeep, kRemove };

// Writes `files` below `directory`; returns the paths written, in order. Refuses a path that leaves the
// directory, two files of one path, and with kRemove a directory like `/` or `.`: then nothing is written.
Result<std::vector<std::string>> WriteOutputFiles(const std::string& directory,
                                                  const std::vector<OutputFile>& files, Existing existing,
                                                  FileWriter& writer);

}  // namespace kval::driver
