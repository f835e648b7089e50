#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/replaced_reader.h"
#include "src/project/find.h"

namespace kval::cli {

// What an editor has open, by absolute paths.
struct Opened {
  std::vector<std::string> folders;
  std::map<std::string, std::string> texts;
};

// One of the open texts, and the folder that all paths count from. That is the working folder of the process,
// which changes.
class EditorText {
 public:
  EditorText(const Opened& opened, const std::string& path, const Environment& environment)
      : opened_(opened), path_(path), environment_(environment) {}

  // Enters the folder that the nearest project file counts for: one of the text's repository, or one in a
  // folder that is open. Nothing where there is none; a failure where there are two.
  Result<std::optional<project::Location>> EnterProject();
  // Enters the folder that all that a text names for itself must lie below: the one that is open around the
  // text, or the text's own. False where it is not there yet.
  bool EnterOwnFolder();

  // As it is called from the folder that was entered.
  std::string name() const;
  // All open texts by such names.
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
