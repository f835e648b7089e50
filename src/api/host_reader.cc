#include "src/api/host_reader.h"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "src/support/hosted_call.h"
#include "src/support/lexical_path.h"

namespace kval::api {
namespace {

using source::PathKind;

// One headline, whatever the host says.
Failure Unreadable(const std::string& path, std::string_view why) {
  return {"cannot read " + path + ": " + std::string(why.substr(0, why.find_first_of("\r\n")))};
}

Failure TooLarge(const std::string& path, const Limits& limits) {
  return {path + " is larger than the limit of " + LimitText(limits.file_size, LimitUnit::kBytes),
          FailureKind::kTooLarge, "`file-size` sets another limit"};
}

// Calls the host's code. Its exceptions are failures, except those that end the call.
template <typename Describe>
bool AskHost(const Describe& ask, std::string& error) {
  try {
    return ask();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const kval::InternalError&) {
    throw;
  } catch (const std::exception& thrown) {
    error = thrown.what();
  } catch (...) {
    error = "the reader failed";
  }
  return false;
}

// No way leads above the root.
std::string Normal(const std::string& path) {
  return LexicallyNormal("/" + path);
}

std::string Joined(const std::string& directory, const std::string& name) {
  return directory.empty() || directory.ends_with("/") ? directory + name : directory + "/" + name;
}

}  // namespace

PathKind HostReader::KindOf(const std::string& path) {
  Reader::Kind kind = Reader::Kind::kMissing;
  std::string error;
  if (reader_ != nullptr) {
    AskHost([&] { return (kind = reader_->KindOf(path), true); }, error);
  }
  switch (kind) {
    case Reader::Kind::kMissing:
      return PathKind::kMissing;
    case Reader::Kind::kFile:
      return PathKind::kFile;
    case Reader::Kind::kDirectory:
      return PathKind::kDirectory;
  }
  return PathKind::kMissing;
}

Result<std::string> HostReader::Read(const std::string& path) {
  std::string text;
  std::string error = "there is no reader";
  if (reader_ == nullptr ||
      !AskHost([&] { return (error.clear(), reader_->Read(path, text, error)); }, error)) {
    return Unreadable(path, error.empty() ? "the reader does not say why" : error);
  }
  if (text.size() > limits_.file_size) {
    return TooLarge(path, limits_);
  }
  bytes_read_ += text.size();
  if (bytes_read_ > limits_.total_size) {
    return Failure{path + " cannot be read: all that the call reads is larger than the limit of " +
                       LimitText(limits_.total_size, LimitUnit::kBytes),
                   FailureKind::kTooLarge, "`total-size` sets another limit"};
  }
  return text;
}

Result<std::string> HostReader::ReadBelow(const std::string& directory, const std::string& path) {
  if (!source::IsRealPathBeneath(Normal(path), Normal(directory))) {
    return Failure{path + " is outside of " + directory, FailureKind::kLeavesRoot};
  }
  return Read(path);
}

Result<std::vector<std::string>> HostReader::List(const std::string& directory) {
  std::vector<std::string> names;
  std::string error;
  if (reader_ != nullptr && !AskHost([&] { return (names = reader_->List(directory), true); }, error)) {
    return Unreadable(directory, error);
  }
  std::sort(names.begin(), names.end());
  return names;
}

source::Tree HostReader::Walk(const std::string& directory) {
  source::Tree tree;
  struct Directory {
    std::string below;  // "sub/", from `directory` on
    uint64_t depth;
  };
  std::vector<Directory> open = {{"", 0}};
  while (!open.empty()) {
    const Directory dir = std::move(open.back());
    open.pop_back();
    const Result<std::vector<std::string>> names = List(Joined(directory, dir.below));
    if (!names || dir.depth > limits_.directory_depth || tree.files.size() > limits_.files) {
      tree.failures.push_back(!names ? names.failure()
                                     : Failure{"there are too many directories or files in " + directory,
                                               FailureKind::kTooLarge});
      break;
    }
    for (const std::string& name : *names) {
      const std::string path = dir.below + name;
      if (KindOf(Joined(directory, path)) == PathKind::kDirectory) {
        open.push_back({path + "/", dir.depth + 1});
      } else {
        tree.files.push_back(path);
      }
    }
  }
  std::sort(tree.files.begin(), tree.files.end());
  return tree;
}

Result<std::string> HostReader::RealPath(const std::string& path) {
  return Normal(path);
}

PathKind RequestTextReader::KindOf(const std::string& path) {
  return strings_.contains(path) ? PathKind::kFile : reader_.KindOf(path);
}

Result<std::string> RequestTextReader::Read(const std::string& path) {
  const auto found = strings_.find(path);
  if (found == strings_.end()) {
    return reader_.Read(path);
  }
  if (found->second.size() > limits_.file_size) {
    return TooLarge(path, limits_);
  }
  return found->second;
}

Result<std::string> RequestTextReader::ReadBelow(const std::string& directory, const std::string& path) {
  return strings_.contains(path) ? Read(path) : reader_.ReadBelow(directory, path);
}

Result<std::string> RequestTextReader::RealPath(const std::string& path) {
  return strings_.contains(path) ? Result<std::string>(Normal(path)) : reader_.RealPath(path);
}

}  // namespace kval::api
