#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/value/value.h"

namespace kval::driver {

// The files that a test of policies names. Their paths are relative to the test. Reports files that cannot be
// read, and mistakes in them. The session owns the documents.
class PolicyTestFiles {
 public:
  // `test`: the path of the test. `root`: a directory that may be read, in addition to the working directory.
  PolicyTestFiles(const std::string& test, std::string root, const Limits& limits, source::FileReader& reader,
                  Session& session);

  // Returns the documents of a file that are maps. `reference`: the path in the test, for errors.
  std::vector<const value::Value*> Read(const std::string& path, source::Span reference = {});
  // Returns the same of all files and directories that a test names; the items of a list instead of the list.
  std::vector<const value::Value*> Objects(std::span<const value::Value* const> names);
  // Returns the first document of a file that a test names; null if there is none.
  const value::Value* Document(const value::Value& name);

 private:
  std::vector<const value::Value*> Documents(const value::Value& name);

  std::string directory_;
  std::array<std::string, 2> roots_;
  const Limits& limits_;
  source::FileReader& reader_;
  Session& session_;
};

}  // namespace kval::driver
