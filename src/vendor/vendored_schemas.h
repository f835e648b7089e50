#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "src/source/file_reader.h"
#include "src/support/result.h"
#include "src/vendor/lock_file.h"

namespace kval::vendor {

// Returns the directory of the lock file: in the working directory or its nearest parent up to the root of
// the repository. Outside of a repository only the working directory is searched, because its parents may
// belong to another user. Nullopt if there is none.
std::optional<std::string> FindLockDirectory(source::FileReader& reader);

// Returns the root of the repository of the working directory: "", "../", "../../". "" outside of a
// repository.
std::string FindRepositoryRoot(source::FileReader& reader);

// The schemas that `kval vendor` has fetched, by their addresses. Reads the lock file on first use. Nothing
// is downloaded.
//
// Threads: safe.
class VendoredSchemas {
 public:
  // `reader` must outlive this.
  explicit VendoredSchemas(source::FileReader& reader) : reader_(reader) {}

  // Whether Read may return a text: the lock file has the address, or is invalid, which Read reports.
  bool Has(const std::string& address);
  // Returns the text of the file. Errors: the lock file is invalid or does not have the address; the file is
  // unreadable, or differs from the lock file.
  Result<std::string> Read(const std::string& address);
  // Returns the path of the file, or the address if the lock file does not have it.
  std::string PathOf(const std::string& address);

 private:
  struct Loaded {
    std::string directory;  // empty: there is no lock file
    LockFile lock;
    std::optional<Failure> failure;
  };
  const Loaded& Load();

  source::FileReader& reader_;
  std::mutex mutex_;
  std::optional<Loaded> loaded_;  // does not change once it is set
};

}  // namespace kval::vendor
