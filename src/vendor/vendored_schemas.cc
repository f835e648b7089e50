#include "src/vendor/vendored_schemas.h"

#include <algorithm>
#include <utility>

#include "src/support/repository.h"

namespace kval::vendor {
namespace {

using source::PathKind;

constexpr size_t kMostDirectories = 256;

std::string LockPathIn(const std::string& directory) {
  return directory + "/" + std::string(kLockName);
}

// Calls `visit` with the working directory ("") and its parents up to the root of the repository, until it
// returns false. Returns the number of directories up to that root; nullopt if it was not reached.
template <typename Visit>
std::optional<size_t> Climb(source::FileReader& reader, const Visit& visit) {
  std::string prefix;
  for (size_t above = 0; above < kMostDirectories; ++above, prefix += "../") {
    if (!visit(above, prefix)) {
      return std::nullopt;
    }
    const auto is_there = [&](std::string_view name) {
      return reader.KindOf(prefix + std::string(name)) != PathKind::kMissing;
    };
    if (std::any_of(kRepositoryDirectories.begin(), kRepositoryDirectories.end(), is_there)) {
      return above;
    }
    const Result<std::string> path = reader.RealPath(prefix.empty() ? "." : prefix);
    if (!path || *path == "/") {
      break;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> FindLockDirectory(source::FileReader& reader) {
  std::optional<std::string> found;
  size_t found_at = 0;
  const std::optional<size_t> root = Climb(reader, [&](size_t above, const std::string& prefix) {
    const std::string directory = prefix + std::string(kDirectory);
    if (!found && reader.KindOf(LockPathIn(directory)) == PathKind::kFile) {
      found = directory;
      found_at = above;
    }
    return !(found && above == 0);
  });
  return root || found_at == 0 ? found : std::nullopt;
}

std::string FindRepositoryRoot(source::FileReader& reader) {
  const std::optional<size_t> root = Climb(reader, [](size_t, const std::string&) { return true; });
  std::string prefix;
  for (size_t i = 0; i < root.value_or(0); ++i) {
    prefix += "../";
  }
  return prefix;
}

const VendoredSchemas::Loaded& VendoredSchemas::Load() {
  const std::lock_guard guard(mutex_);
  if (loaded_) {
    return *loaded_;
  }
  Loaded loaded;
  if (std::optional<std::string> directory = FindLockDirectory(reader_)) {
    loaded.directory = *std::move(directory);
    const Result<std::string> text = reader_.ReadBelow(loaded.directory, LockPathIn(loaded.directory));
    Result<LockFile> lock = text ? ParseLockFile(*text) : Result<LockFile>(text.failure());
    if (lock) {
      loaded.lock = *std::move(lock);
    } else {
      loaded.failure = lock.failure();
      loaded.failure->message = "cannot use " + LockPathIn(loaded.directory) + ": " + loaded.failure->message;
    }
  }
  loaded_ = std::move(loaded);
  return *loaded_;
}

bool VendoredSchemas::Has(const std::string& address) {
  const Loaded& loaded = Load();
  return loaded.failure || FindLocked(loaded.lock, address) != nullptr;
}

Result<std::string> VendoredSchemas::Read(const std::string& address) {
  const Loaded& loaded = Load();
  if (loaded.failure) {
    return *loaded.failure;
  }
  const LockedSchema* const locked = FindLocked(loaded.lock, address);
  if (locked == nullptr) {
    return Failure{"the repository has no copy of " + address, FailureKind::kOther,
                   "`kval vendor` fetches it"};
  }
  const std::string path = loaded.directory + "/" + locked->file;
  Result<std::string> text = reader_.ReadBelow(loaded.directory, path);
  if (!text) {
    return text;
  }
  if (const std::string difference = DifferenceFrom(*locked, *text); !difference.empty()) {
    return Failure{path + " is not the schema that was fetched from " + address + ": " + difference,
                   FailureKind::kOther, "restore the file, or fetch it again: `kval vendor --update`"};
  }
  return text;
}

std::string VendoredSchemas::PathOf(const std::string& address) {
  const Loaded& loaded = Load();
  const LockedSchema* const locked = FindLocked(loaded.lock, address);
  return locked == nullptr ? address : loaded.directory + "/" + locked->file;
}

}  // namespace kval::vendor
