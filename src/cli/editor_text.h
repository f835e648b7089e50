#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/replaced_reader.h"
#include "src/project/find.h"

namespace kval::cli {

// The documents and directories that an editor has open, by absolute paths.
struct Opened {
  std::vector<std::string> folders;
  std::map<std::string, std::string> texts;
};

// One open document, and the directory that paths are relative to: the working directory of the process,
// which changes.
class EditorText {
 public:
  EditorText(const Opened& opened, const std::string& path, const Environment& environment)
      : opened_(opened), path_(path), environment_(environment) {}

  // Changes to the directory of the nearest project file: in the document's repository, or in a workspace
  // directory. Returns nullopt if there is none; a failure if there are two.
  Result<std::optional<project::Location>> EnterProject();
  // Changes to the directory that confines references of a document: the workspace directory around it, or
  // its own. Returns false if it does not exist.
  bool EnterOwnFolder();

  // Relative to the entered directory.
  std::string name() const;
  // All open documents by such names.
  const Texts& texts() const { return texts_; }
  const Environment& environment() const { return environment_; }

 private:
  bool Enter(const std::string& folder);
  bool IsOpen(const std::string& folder) const;

  const Opened& opened_;
  const std::string& path_;
  Environment environment_;
  Texts texts_;
};

}  // namespace kval::cli
