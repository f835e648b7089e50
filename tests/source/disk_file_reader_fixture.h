#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "src/source/file_reader.h"
#include "tests/source/temporary_tree.h"

namespace kval::source {

// A directory `root` with files, and files outside of it.
class DiskFileReaderTest : public testing::Test {
 protected:
  DiskFileReaderTest() : tree_("kval-disk"), directory_(tree_.top()) {
    Write("root/sub/a.yml", "a: 1\n");
    Write("root/z.yml", "z: 1\n");
    Write("outer/secret.yml", "s: 1\n");
    Write("outer/deep/d.yml", "d: 1\n");
  }

  std::string Path(const std::string& name) const { return tree_.Path(name); }
  void Write(const std::string& name, const std::string& text) const { tree_.Write(name, text); }
  void Link(const std::string& target, const std::string& name) const {
    std::filesystem::create_symlink(target, directory_ / name);
  }
  // Returns the content of a file found below the root, or the error message.
  std::string Found(const std::string& name, DiskFileReader reader = DiskFileReader()) const {
    const Result<std::string> text = reader.ReadBelow(Path("root"), Path("root/" + name));
    return text ? *text : text.failure().message;
  }
  FailureKind WhyNot(const std::string& name) const {
    return DiskFileReader().ReadBelow(Path("root"), Path("root/" + name)).failure().kind;
  }

  const TemporaryTree tree_;
  const std::filesystem::path directory_;
};

}  // namespace kval::source
