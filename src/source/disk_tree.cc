#include <algorithm>
#include <set>
#include <utility>

#include "src/source/file_reader.h"
#include "src/source/open_beneath.h"
#include "src/support/file_calls.h"

namespace kval::source {
namespace {

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
    Directory(OpenDirectory(root_, DirectoryUse::kList), "", 0);
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
    FileStatus status;
    if (descriptor < 0 || !GetStatus(descriptor, status)) {
      tree_.failures.push_back(ErrnoFailure(PathOf(part)));
      if (descriptor >= 0) {
        CloseDescriptor(descriptor);
      }
      return;
    }
    if (!seen_.insert(status.identity).second) {
      CloseDescriptor(descriptor);
      return;
    }
    DirectoryStream stream(descriptor);
    if (!stream.is_open()) {
      tree_.failures.push_back(ErrnoFailure(PathOf(part)));
      return;
    }
    for (const Entry& entry : EntriesOf(stream)) {
      const std::string child = part.empty() ? entry.name : part + "/" + entry.name;
      if (!entry.is_directory) {
        File(child);
      } else if (depth >= limits_.directory_depth) {
        TooDeep(child);
      } else if (!entry.is_link) {
        Directory(OpenDirectoryIn(descriptor, entry.name, DirectoryUse::kList, Links::kRefuse), child,
                  depth + 1);
      } else {
        Link(child, depth);
      }
    }
  }

  static std::vector<Entry> EntriesOf(DirectoryStream& stream) {
    std::vector<Entry> entries;
    for (DirectoryStream::Entry& found : stream.Entries()) {
      FileStatus target;
      const bool is_link = found.type == FileType::kLink &&
                           GetStatusIn(stream.descriptor(), found.name, Links::kFollow, target) &&
                           target.type == FileType::kDirectory;
      entries.push_back({std::move(found.name), found.type == FileType::kDirectory || is_link, is_link});
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
    Directory(OpenDirectory(*real, DirectoryUse::kList, Links::kRefuse), part, depth + 1);
  }

  const Limits& limits_;
  const std::vector<std::string>& destinations_;
  const std::string& root_;
  std::string real_root_;
  std::set<FileIdentity> seen_;
  bool is_full_ = false;
  Tree tree_;
};

}  // namespace

Tree DiskFileReader::Walk(const std::string& directory) {
  return TreeWalk(limits_, link_destinations_, directory).Run();
}

}  // namespace kval::source
