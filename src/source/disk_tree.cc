#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <utility>

#include "src/source/file_reader.h"
#include "src/source/open_beneath.h"

namespace kval::source {
namespace {

constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

// Walks directories by their descriptors, so that none can be exchanged for a link on the way.
class TreeWalk {
 public:
  TreeWalk(const Limits& limits, const std::vector<std::string>& destinations, const std::string& root)
      : limits_(limits), destinations_(destinations), root_(root) {}

  Tree Run() {
    const Result<std::string> real = DiskFileReader().RealPath(root_);
    if (!real) {
      tree_.failures.push_back(real.failure());
      return std::move(tree_);
    }
    real_root_ = *real;
    Directory(::open(root_.c_str(), kFlags), "", 0);
    std::sort(tree_.files.begin(), tree_.files.end());
    return std::move(tree_);
  }

 private:
  struct Entry {
    std::string name;
    bool is_directory;
    bool is_link;  // to a directory
  };

  std::string PathOf(const std::string& part) const {
    return root_.ends_with('/') || part.empty() ? root_ + part : root_ + "/" + part;
  }

  // `part`: the directory's path below the root. Closes the descriptor.
  void Directory(int descriptor, const std::string& part, uint64_t depth) {
    struct stat status {};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
      tree_.failures.push_back(ErrnoFailure(PathOf(part)));
      if (descriptor >= 0) {
        ::close(descriptor);
      }
      return;
    }
    if (!seen_.emplace(status.st_dev, status.st_ino).second) {
      ::close(descriptor);
      return;
    }
    DIR* handle = ::fdopendir(descriptor);
    if (handle == nullptr) {
      tree_.failures.push_back(ErrnoFailure(PathOf(part)));
      ::close(descriptor);
      return;
    }
    for (const Entry& entry : EntriesOf(handle)) {
      const std::string child = part.empty() ? entry.name : part + "/" + entry.name;
      if (!entry.is_directory) {
        File(child);
      } else if (depth >= limits_.directory_depth) {
        TooDeep(child);
      } else if (!entry.is_link) {
        Directory(::openat(descriptor, entry.name.c_str(), kFlags | O_NOFOLLOW), child, depth + 1);
      } else {
        Link(child, depth);
      }
    }
    ::closedir(handle);
  }

  static std::vector<Entry> EntriesOf(DIR* handle) {
    std::vector<Entry> entries;
    while (const dirent* found = ::readdir(handle)) {
      const std::string name = found->d_name;
      if (name == "." || name == "..") {
        continue;
      }
      unsigned char type = found->d_type;
      struct stat status {};
      if (type == DT_UNKNOWN &&
          ::fstatat(::dirfd(handle), found->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        type = S_ISDIR(status.st_mode) ? DT_DIR : S_ISLNK(status.st_mode) ? DT_LNK : DT_REG;
      }
      const bool is_link = type == DT_LNK && ::fstatat(::dirfd(handle), found->d_name, &status, 0) == 0 &&
                           S_ISDIR(status.st_mode);
      entries.push_back({name, type == DT_DIR || is_link, is_link});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return entries;
  }

  void File(const std::string& part) {
    if (tree_.files.size() < limits_.files) {
      tree_.files.push_back(part);
    } else if (!std::exchange(is_full_, true)) {
      tree_.failures.push_back(
          {root_ + " holds more files than the limit of " + LimitText(limits_.files, LimitUnit::kNumber),
           FailureKind::kTooLarge, "`--limit files=…` changes the limit"});
    }
  }

  void TooDeep(const std::string& part) {
    tree_.failures.push_back({"directories are nested more than " +
                                  LimitText(limits_.directory_depth, LimitUnit::kNumber) +
                                  " levels deep: " + PathOf(part),
                              FailureKind::kTooDeep, "`--limit directory-depth=…` changes the limit"});
  }

  // Follows a link to a directory and lists the files below it.
  void Link(const std::string& part, uint64_t depth) {
    const Result<std::string> real = DiskFileReader().RealPath(PathOf(part));
    if (!real) {
      tree_.failures.push_back(real.failure());
      return;
    }
    if (IsRealPathBeneath(*real, real_root_)) {
      return;
    }
    const bool is_allowed =
        std::any_of(destinations_.begin(), destinations_.end(),
                    [&](const std::string& destination) { return IsRealPathBeneath(*real, destination); });
    if (!is_allowed) {
      tree_.failures.push_back(OutsideRootFailure(PathOf(part), *real, root_));
      return;
    }
    Directory(::open(real->c_str(), kFlags | O_NOFOLLOW), part, depth + 1);
  }

  const Limits& limits_;
  const std::vector<std::string>& destinations_;
  const std::string& root_;
  std::string real_root_;
  std::set<std::pair<dev_t, ino_t>> seen_;
  bool is_full_ = false;
  Tree tree_;
};

}  // namespace

Tree DiskFileReader::Walk(const std::string& directory) {
  return TreeWalk(limits_, link_destinations_, directory).Run();
}

}  // namespace kval::source
