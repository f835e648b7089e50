#include "src/driver/output_files.h"

#include <filesystem>
#include <string_view>

#include "src/output/file_set.h"
#include "src/output/replace_directory.h"
#include "src/support/keyed_hash.h"
#include "src/support/native_path.h"
#include "src/support/substitute.h"
#include "src/support/take_part.h"

namespace kval::driver {
namespace {

// Whether a path leads out of the directory that it is below of.
bool Leaves(std::string_view path) {
  if (path.empty() || path[0] == '/') {
    return true;
  }
  int depth = 0;
  while (!path.empty()) {
    const std::string_view piece = TakePart(path, '/');
    if (piece == "..") {
      --depth;
    } else if (!piece.empty() && piece != ".") {
      ++depth;
    }
    if (depth < 0) {
      return true;
    }
  }
  return depth == 0;
}

// Emptying these is never meant.
bool IsSuspicious(const std::string& directory) {
  const std::filesystem::path path = NativePath(directory).lexically_normal();
  const std::string name = PathText(path.filename());
  return path.relative_path().empty() || path == "." || path == "./" || name == "..";
}

}  // namespace

Result<bool> DiskFileWriter::Write(const std::string& directory, const std::vector<OutputFile>& files,
                                   ExistingFiles existing) {
  if (existing == ExistingFiles::kRemove) {
    std::vector<output::NamedText> strings;
    for (const OutputFile& file : files) {
      strings.push_back({file.path, file.text});
    }
    return output::ReplaceDirectory(directory, strings, inputs_);
  }
  output::FileSet set({directory, inputs_});
  for (const OutputFile& file : files) {
    if (Result<bool> added = set.Add(file.path, file.text); !added) {
      return added;
    }
  }
  return set.Commit();
}

Result<std::vector<std::string>> WriteOutputFiles(const std::string& directory,
                                                  const std::vector<OutputFile>& files,
                                                  ExistingFiles existing, FileWriter& writer) {
  TextSet<std::string_view> seen;
  for (const OutputFile& file : files) {
    if (Leaves(file.path)) {
      return Failure{Substitute("output file {} would be written outside of {}", file.path, directory)};
    }
    if (!seen.insert(file.path).second) {
      return Failure{Substitute("several files would be written to {}", file.path)};
    }
  }
  if (existing == ExistingFiles::kRemove && IsSuspicious(directory)) {
    return Failure{Substitute("refusing to empty the directory `{}`", directory)};
  }
  if (Result<bool> done = writer.Write(directory, files, existing); !done) {
    return done.failure();
  }
  std::vector<std::string> written;
  for (const OutputFile& file : files) {
    written.push_back(directory.ends_with("/") ? directory + file.path : directory + "/" + file.path);
  }
  return written;
}

}  // namespace kval::driver
