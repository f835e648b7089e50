#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "tests/source/temporary_tree.h"

namespace kval::output {

// A directory `out` for output.
class FileSetTest : public testing::Test {
 protected:
  FileSetTest() : tree_("kval-output"), top_(tree_.top()) { std::filesystem::create_directory(top_ / "out"); }

  std::string Path(const std::string& name) const { return tree_.Path(name); }
  void Put(const std::string& name, std::string_view text) const { tree_.Write(name, text); }
  std::map<std::string, std::string> Tree(const std::string& directory) const {
    return tree_.Contents(directory);
  }

  const TemporaryTree tree_;
  const std::filesystem::path top_;
};

}  // namespace kval::output
