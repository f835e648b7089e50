#include "src/helm/archive.h"

#include <algorithm>
#include <optional>

#include "src/helm/gunzip.h"
#include "src/helm/tar.h"

namespace kval::helm {
namespace {

bool IsDrivePath(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return name.size() >= 3 && is_letter(name[0]) && name[1] == ':' && name[2] == '/';
}

// Go's path.Clean of a relative path.
std::string Clean(std::string_view path) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
    at = end + 1;
  }
  std::string clean;
  for (const std::string_view part : parts) {
    clean += (clean.empty() ? "" : "/") + std::string(part);
  }
  return clean.empty() ? "." : clean;
}

// Returns the path without its first directory; a failure if Helm rejects it.
Result<std::string> NameInChart(const std::string& path) {
  const char delimiter = path.find('\\') != std::string::npos ? '\\' : '/';
  const size_t first = path.find(delimiter);
  if (path.substr(0, first) == "Chart.yaml") {
    return Failure{"Chart.yaml is not in a directory of the archive"};
  }
  std::string name = first == std::string::npos ? "" : path.substr(first + 1);
  std::replace(name.begin(), name.end(), delimiter, '/');
  if (name.starts_with('/')) {
    return Failure{"the archive has the absolute path " + name};
  }
  name = Clean(name);
  if (name == ".") {
    return Failure{"the archive has the file " + path + " outside of its directory"};
  }
  if (name.starts_with("..") || IsDrivePath(name)) {
    return Failure{"the archive has the path " + path + ", which leads out of it"};
  }
  return name;
}

Failure TooLarge(const std::string& what, uint64_t most) {
  return {what + " is larger than " + std::to_string(most / (1024 * 1024)) + " MiB, which is Helm's limit",
          FailureKind::kTooLarge};
}

// The minimum charge of an archive, because a small one can contain two of its kind, and so on.
constexpr uint64_t kLeastCost = 64 * 1024;

Failure TooMuch(uint64_t& budget) {
  budget = 0;
  return {"the archives of this chart unpack to more than all input of a run may have",
          FailureKind::kTooLarge};
}

// One file of an archive, as Helm takes it. Nothing for a directory. `total`: the bytes of the files in front
// of it, to which its own are added.
Result<std::optional<PackedFile>> Take(const TarEntry& entry, uint64_t& total, TarReader& reader) {
  if (entry.is_directory) {
    return std::optional<PackedFile>();
  }
  Result<std::string> name = NameInChart(entry.path);
  if (!name) {
    return name.failure();
  }
  const auto size = static_cast<uint64_t>(std::max<int64_t>(entry.size, 0));
  if (size > kMaxFileBytes) {
    return TooLarge(entry.path + " in the archive", kMaxFileBytes);
  }
  total += size;
  if (total >= kMaxArchiveBytes) {
    return TooLarge("the unpacked archive", kMaxArchiveBytes);
  }
  std::optional<std::string> bytes = reader.Bytes();
  if (!bytes) {
    return std::optional<PackedFile>();  // the reader's error
  }
  if (bytes->size() < size) {
    return Failure{"the archive declares a size for " + entry.path + ", which has no content"};
  }
  bytes->erase(0, bytes->starts_with("\xEF\xBB\xBF") ? 3 : 0);
  return std::optional(PackedFile{*std::move(name), std::make_shared<const std::string>(*std::move(bytes))});
}

}  // namespace

bool IsGzip(std::string_view bytes) {
  return bytes.starts_with("\x1F\x8B\x08");
}

Result<std::vector<PackedFile>> Unpack(std::string_view archive, uint64_t& budget) {
  // Headers and the rounding to blocks come on top of the files.
  const uint64_t most = std::min(kMaxArchiveBytes, budget);
  const Result<Gunzipped> tar = Gunzip(archive, most + most / 4 + 1024 * 1024);
  if (!tar) {
    return tar.failure();
  }
  const uint64_t cost = std::max<uint64_t>(tar->bytes.size(), kLeastCost);
  if (cost >= budget) {
    return TooMuch(budget);
  }
  budget -= cost;
  std::vector<PackedFile> files;
  TarReader reader(tar->bytes, tar->is_whole);
  uint64_t total = 0;
  while (const std::optional<TarEntry> entry = reader.Next()) {
    Result<std::optional<PackedFile>> file = Take(*entry, total, reader);
    if (!file) {
      return file.failure();
    }
    if (*file) {
      files.push_back(**std::move(file));
    }
  }
  const uint64_t holes = total - std::min<uint64_t>(total, tar->bytes.size());
  if (holes >= budget) {
    return TooMuch(budget);
  }
  budget -= holes;
  if (!reader.error().empty()) {
    return Failure{"the archive is damaged: " + std::string(reader.error())};
  }
  if (files.empty()) {
    return Failure{"the archive contains no files"};
  }
  return files;
}

}  // namespace kval::helm
