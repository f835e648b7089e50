#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/driver/releases/release_context.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::driver {

// The files of a repository as Argo CD's git generator sees them. Source: argo-cd
// applicationset/generators/git.go, reposerver/repository.
class GitTree {
 public:
  explicit GitTree(ReleaseContext& context) : context_(context) {}

  // Whether a git generator is about the repository of the file.
  bool IsRepositoryOf(const value::Value& generator) const;
  // The directories or files that a generator selects, sorted, relative to the repository.
  std::vector<std::string> Directories(const value::Value& generator);
  std::vector<std::string> Files(const value::Value& generator);
  // The text of such a file; null if it cannot be read.
  const source::SourceFile* Load(const std::string& file) const;

 private:
  const std::vector<std::string>& AllFiles();

  ReleaseContext& context_;
  std::optional<std::vector<std::string>> files_;
};

// Returns the parameters with those of a directory, and of a file in it unless `file` is empty.
const value::Value* WithPath(const value::Value& map, const std::string& directory, const std::string& file,
                             const std::string& prefix, bool is_go, value::Builder& build);

}  // namespace kval::driver
