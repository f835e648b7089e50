#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "schemas/catalog/catalog.h"
#include "src/driver/inputs/inputs.h"
#include "src/source/forwarding_file_reader.h"
#include "src/vendor/schema_address.h"
#include "src/vendor/vendored_schemas.h"

namespace kval::driver {

// Whether a path names a built-in schema or an address, and no file of a directory.
inline bool IsSchemaName(std::string_view path) {
  return vendor::IsAddress(path) || schemas::catalog::FindByPath(path) != nullptr;
}

// A reader that distinguishes files named by the user from files referenced by other files, which are read as
// found, below their permitted directory (source/file_reader.h). It can hide files from directory listings,
// and hides vendored schemas. Records which found files it could not read.
// Built-in schemas are files with the paths of schemas/catalog. An address is the path of the file that
// `kval vendor` has fetched from it (src/vendor); nothing is downloaded.
// Configure before threads use it.
class InputFileReader final : public source::ForwardingFileReader {
 public:
  explicit InputFileReader(source::FileReader& reader) : ForwardingFileReader(reader), vendored_(reader) {}

  void Add(const InputFile& file) { below_[file.path] = file.directory; }
  void Hide(const std::string& path) { hidden_.insert(path); }

  source::PathKind KindOf(const std::string& path) override {
    if (vendor::IsAddress(path)) {
      return vendored_.Has(path) ? source::PathKind::kFile : source::PathKind::kMissing;
    }
    return schemas::catalog::FindByPath(path) != nullptr ? source::PathKind::kFile : reader_.KindOf(path);
  }
  Result<std::string> Read(const std::string& path) override {
    if (vendor::IsAddress(path)) {
      return vendored_.Read(path);
    }
    if (const auto* const builtin = schemas::catalog::FindByPath(path); builtin != nullptr) {
      return schemas::catalog::TextOf(*builtin);
    }
    if (schemas::catalog::IsBuiltinPath(path) && reader_.KindOf(path) != source::PathKind::kFile) {
      return Failure{"there is no built-in schema `" + path + "`", FailureKind::kOther,
                     "`kval schemas list` lists the built-in schemas"};
    }
    const auto found = below_.find(path);
    Result<std::string> text =
        found == below_.end() ? reader_.Read(path) : reader_.ReadBelow(found->second, path);
    if (!text) {
      const std::lock_guard lock(mutex_);
      unreadable_named_.insert_or_assign(path, text.failure());
    }
    return text;
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    Result<std::string> text =
        vendor::IsAddress(path) ? vendored_.Read(path) : reader_.ReadBelow(directory, path);
    if (!text) {
      const std::lock_guard lock(mutex_);
      unreadable_.insert_or_assign(path, text.failure());
    }
    return text;
  }
  // The files and directories found by a search that could not be read, by path or message. Threads: while no
  // other thread reads.
  const std::map<std::string, Failure>& unreadable() const { return unreadable_; }
  // The same for files that were named, by the user or by a file.
  const std::map<std::string, Failure>& unreadable_named() const { return unreadable_named_; }
  // Hides those of searches; later searches do not report directories that cannot be read.
  void HideUnreadable() {
    hides_unreadable_ = true;
    for (const auto& [path, failure] : unreadable_) {
      Hide(path);
    }
  }
  source::Tree Walk(const std::string& directory) override {
    source::Tree tree = reader_.Walk(directory);
    if (hides_unreadable_) {
      tree.failures.clear();
    }
    for (const Failure& failure : tree.failures) {
      const std::lock_guard lock(mutex_);
      unreadable_.insert_or_assign(failure.message, failure);
    }
    std::erase_if(tree.files, [&](const std::string& name) {
      return vendor::IsVendoredFile(name) ||
             hidden_.count(directory.ends_with("/") ? directory + name : directory + "/" + name) != 0;
    });
    return tree;
  }
  Result<std::string> RealPath(const std::string& path) override {
    return reader_.RealPath(vendor::IsAddress(path) ? vendored_.PathOf(path) : path);
  }

  std::optional<source::FileStamp> StampOf(const std::string& path) override {
    return path == "-" || IsSchemaName(path) ? std::nullopt : reader_.StampOf(path);
  }

 private:
  vendor::VendoredSchemas vendored_;
  std::map<std::string, std::string> below_;
  std::set<std::string> hidden_;
  std::mutex mutex_;
  std::map<std::string, Failure> unreadable_, unreadable_named_;
  bool hides_unreadable_ = false;
};

}  // namespace kval::driver
