#include "src/output/replace_directory.h"

#include <filesystem>
#include <system_error>

#include "src/output/exchange.h"
#include "src/output/file_set.h"
#include "src/support/file_calls.h"
#include "src/support/native_path.h"
#include "src/support/signal_blocker.h"

namespace kval::output {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFresh = ".kval-new";

// Returns an input that is below the directory after resolving links, or null.
const std::string* InputBelow(const std::string& directory, const std::vector<std::string>& inputs) {
  std::error_code error;
  std::string root = PathText(fs::canonical(NativePath(directory), error));
  root += root.ends_with('/') ? "" : "/";
  for (const std::string& input : inputs) {
    if (PathText(fs::canonical(NativePath(input), error)).starts_with(root) && !error) {
      return &input;
    }
  }
  return nullptr;
}

Result<bool> Fill(const std::string& directory, const std::vector<NamedText>& files) {
  FileSet set({directory, {}});
  for (const NamedText& file : files) {
    if (Result<bool> added = set.Add(file.path, file.text); !added) {
      return added;
    }
  }
  return set.Commit();
}

Failure EmptyFailure(const std::string& directory, const std::error_code& error) {
  return {"cannot empty " + directory + ": " + error.message()};
}

// Writes the new content inside the directory, removes the old content and moves the new one up.
Result<bool> ReplaceWithin(const std::string& directory, const std::vector<NamedText>& files) {
  const fs::path fresh = NativePath(directory) / kFresh;
  std::error_code error;
  fs::remove_all(fresh, error);
  fs::create_directories(fresh, error);
  if (error) {
    return EmptyFailure(directory, error);
  }
  if (Result<bool> filled = Fill(PathText(fresh), files); !filled) {
    fs::remove_all(fresh, error);
    return filled;
  }
  std::vector<fs::path> old;
  for (const fs::directory_entry& entry : fs::directory_iterator(NativePath(directory), error)) {
    if (entry.path().filename() != kFresh) {
      old.push_back(entry.path());
    }
  }
  for (const fs::path& path : old) {
    fs::remove_all(path, error);
    if (error) {
      return EmptyFailure(directory, error);
    }
  }
  std::vector<fs::path> made;
  for (const fs::directory_entry& entry : fs::directory_iterator(fresh, error)) {
    made.push_back(entry.path());
  }
  for (const fs::path& path : made) {
    fs::rename(path, NativePath(directory) / path.filename(), error);
    if (error) {
      return EmptyFailure(directory, error);
    }
  }
  fs::remove_all(fresh, error);
  return true;
}

}  // namespace

Result<bool> ReplaceDirectory(const std::string& directory, const std::vector<NamedText>& files,
                              const std::vector<std::string>& inputs) {
  std::string path = directory;
  while (path.size() > 1 && path.back() == '/') {
    path.pop_back();
  }
  FileStatus status;
  if (!GetStatus(path, Links::kRefuse, status)) {
    return Fill(path, files);
  }
  if (status.type != FileType::kDirectory) {
    return Failure{"cannot empty " + path + ": it is a link, or not a directory"};
  }
  if (const std::string* input = InputBelow(path, inputs)) {
    return Failure{"refusing to empty " + path + ": the input " + *input + " is inside it"};
  }
  const SignalBlocker signals;
  std::string fresh = path + ".kval-";
  if (!MakeUniqueDirectory(fresh, status.mode)) {
    return ReplaceWithin(path, files);
  }
  Result<bool> done = Fill(fresh, files);
  const bool exchanged = done && !signals.IsInterrupted() && ExchangeDirectories(fresh, path);
  std::error_code error;
  fs::remove_all(NativePath(fresh), error);  // the old content, or what did not come into its place
  if (done && !exchanged) {
    return signals.IsInterrupted() ? Result<bool>(Failure{"interrupted: nothing was written"})
                                   : ReplaceWithin(path, files);
  }
  return done;
}

}  // namespace kval::output
