#include "src/vendor/lock_file.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "src/json/document.h"
#include "src/report/json_writer.h"
#include "src/support/ascii.h"
#include "src/support/sha256.h"
#include "src/vendor/schema_address.h"

namespace kval::vendor {
namespace {

constexpr std::string_view kVersion = "1";

std::string StringAt(const json::Value& map, std::string_view key) {
  const json::Value* value = map.Find(key);
  return std::string(value == nullptr ? "" : value->string().value_or(""));
}

// Whether the path is one that kval gives to a copy, below the lock file's directory: a lock file may come
// from a stranger.
bool IsPathOfCopy(std::string_view path) {
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    const bool is_plain = std::all_of(name.begin(), name.end(),
                                      [](char c) { return IsAlnum(c) || c == '.' || c == '-' || c == '_'; });
    if (!is_plain || name.find_first_not_of('.') == std::string_view::npos) {
      return false;
    }
    begin = end + 1;
  }
  return true;
}

std::optional<LockedSchema> ReadEntry(const json::Value& map) {
  LockedSchema entry{StringAt(map, "address"), StringAt(map, "file"), StringAt(map, "sha256"), 0,
                     StringAt(map, "fetched")};
  const json::Value* size = map.Find("size");
  if (!IsAddress(entry.address) || entry.file.empty() || entry.sha256.empty() || size == nullptr) {
    return std::nullopt;
  }
  const std::string_view digits = size->text;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), entry.size);
  return read.ec == std::errc() && read.ptr == digits.data() + digits.size() ? std::optional(entry)
                                                                             : std::nullopt;
}

}  // namespace

// Called for every file of a directory.
bool IsVendoredFile(std::string_view path) {
  constexpr std::string_view kBelow = "/.kval/schemas/";
  static_assert(kBelow.substr(1, kDirectory.size()) == kDirectory);
  return path.starts_with(kBelow.substr(1)) || path.find(kBelow) != std::string_view::npos;
}

Result<LockFile> ParseLockFile(std::string_view text) {
  json::Document document;
  if (!document.Parse(text)) {
    return Failure{"it is not JSON"};
  }
  const json::Value* version = document.root()->Find("version");
  const json::Value* schemas = document.root()->Find("schemas");
  if (version == nullptr || version->text != kVersion || schemas == nullptr ||
      !schemas->is(json::JsonKind::kArray)) {
    return Failure{"it is not a lock file of version 1"};
  }
  LockFile lock;
  for (const json::Value& map : *schemas) {
    std::optional<LockedSchema> entry = ReadEntry(map);
    if (!entry) {
      return Failure{"an entry lacks its address, file, sha256 or size"};
    }
    if (!IsPathOfCopy(entry->file)) {
      return Failure{"the file of " + entry->address + " must be a path below its directory"};
    }
    lock.push_back(*std::move(entry));
  }
  const auto by_address = [](const LockedSchema& a, const LockedSchema& b) { return a.address < b.address; };
  std::stable_sort(lock.begin(), lock.end(), by_address);
  const auto is_same = [](const LockedSchema& a, const LockedSchema& b) { return a.address == b.address; };
  const auto again = std::adjacent_find(lock.begin(), lock.end(), is_same);
  if (again != lock.end()) {
    return Failure{"it has two entries for " + again->address};
  }
  return lock;
}

std::string WriteLockFile(const LockFile& lock) {
  report::JsonWriter json(report::JsonWriter::JsonLayout::kIndented);
  json.BeginObject().Key("version").Raw(kVersion).Key("schemas").BeginArray();
  for (const LockedSchema& entry : lock) {
    json.BeginObject().Field("address", entry.address).Field("file", entry.file);
    json.Field("sha256", entry.sha256).Field("size", entry.size).Field("fetched", entry.fetched).EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

const LockedSchema* FindLocked(const LockFile& lock, std::string_view address) {
  const auto found = std::lower_bound(
      lock.begin(), lock.end(), address,
      [](const LockedSchema& entry, std::string_view wanted) { return entry.address < wanted; });
  return found != lock.end() && found->address == address ? &*found : nullptr;
}

std::string DifferenceFrom(const LockedSchema& locked, std::string_view text) {
  if (text.size() != locked.size) {
    return "its size is " + std::to_string(text.size()) + " bytes instead of " + std::to_string(locked.size);
  }
  return Sha256Hex(text) == locked.sha256 ? "" : "its SHA-256 differs";
}

}  // namespace kval::vendor
