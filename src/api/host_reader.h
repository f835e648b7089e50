#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "include/kval/kval.h"
#include "src/source/forwarding_file_reader.h"
#include "src/support/limits.h"

// Adapts the host's reader to kval's interface.
namespace kval::api {

// The host's files. Paths define the directory structure; there are no links. Exceptions of the host do not
// propagate, except those of kval.
class HostReader final : public source::FileReader {
 public:
  HostReader(std::shared_ptr<Reader> reader, const Limits& limits)
      : reader_(std::move(reader)), limits_(limits) {}

  source::PathKind KindOf(const std::string& path) override;
  Result<std::string> Read(const std::string& path) override;
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  source::Tree Walk(const std::string& directory) override;
  Result<std::string> RealPath(const std::string& path) override;

 private:
  std::shared_ptr<Reader> reader_;  // null: there are no files
  Limits limits_;
  std::atomic<uint64_t> bytes_read_ = 0;
};

// In-memory files that override the files of another reader.
class RequestTextReader final : public source::ForwardingFileReader {
 public:
  using RequestStrings = std::map<std::string, std::string, std::less<>>;

  // Both arguments must outlive this object.
  RequestTextReader(const RequestStrings* strings, source::FileReader* files, const Limits& limits)
      : ForwardingFileReader(*files), strings_(*strings), limits_(limits) {}

  source::PathKind KindOf(const std::string& path) override;
  Result<std::string> Read(const std::string& path) override;
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override;
  Result<std::string> RealPath(const std::string& path) override;

 private:
  const RequestStrings& strings_;
  Limits limits_;
};

}  // namespace kval::api
