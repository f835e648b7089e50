#include "src/helm/archive.h"

#include <zlib.h>
#include <algorithm>
#include <limits>
#include <new>
#include <optional>

#include "src/helm/tar.h"

namespace kval::helm {
namespace {

struct Gunzipped {
  std::string bytes;
  bool is_whole;  // false if damage, or bytes that are no gzip, follow these bytes
};

constexpr int kNoHeader = -15;  // the largest window; the header is read here
constexpr size_t kStep = 256 * 1024;
constexpr size_t kHeaderBytes = 10, kTrailerBytes = 8;
constexpr size_t kMostNameBytes = 512;  // compress/gzip: len(Reader.buf)
constexpr unsigned kHasSum = 2, kHasExtra = 4, kHasName = 8, kHasComment = 16;

uint32_t Sum(std::string_view bytes, uint32_t before = 0) {
  return static_cast<uint32_t>(crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// A number in little-endian order; nothing if the bytes are too few.
std::optional<uint32_t> NumberAt(std::string_view bytes, size_t at, size_t size) {
  if (at > bytes.size() || bytes.size() - at < size) {
    return std::nullopt;
  }
  uint32_t number = 0;
  for (size_t i = size; i-- > 0;) {
    number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
  }
  return number;
}

// The size of a member's header (RFC 1952); nothing if it is malformed. Source: go compress/gzip/gunzip.go,
// readHeader.
std::optional<size_t> HeaderSize(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes || !bytes.starts_with("\x1F\x8B\x08")) {
    return std::nullopt;
  }
  const unsigned flags = static_cast<unsigned char>(bytes[3]);
  size_t at = kHeaderBytes;
  if ((flags & kHasExtra) != 0) {
    const std::optional<uint32_t> size = NumberAt(bytes, at, 2);
    if (!size || bytes.size() - at - 2 < *size) {
      return std::nullopt;
    }
    at += 2 + *size;
  }
  for (const unsigned flag : {kHasName, kHasComment}) {
    if ((flags & flag) != 0) {
      const size_t end = bytes.substr(at, kMostNameBytes).find('\0');
      if (end == std::string_view::npos) {
        return std::nullopt;
      }
      at += end + 1;
    }
  }
  if ((flags & kHasSum) != 0) {
    if (NumberAt(bytes, at, 2) != (Sum(bytes.substr(0, at)) & 0xFFFFU)) {
      return std::nullopt;
    }
    at += 2;
  }
  return at;
}

class Inflation {
 public:
  Inflation() {
    if (inflateInit2(&stream_, kNoHeader) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
  ~Inflation() { inflateEnd(&stream_); }

  // Appends the content of a member, up to about `most` bytes in total, and removes it with its trailer from
  // `rest`. Returns false if it is damaged or too large.
  bool Member(std::string_view& rest, uint64_t most, std::string& out) {
    inflateReset(&stream_);
    const size_t begin = out.size();
    for (int status = Z_OK; status != Z_STREAM_END;) {
      const size_t fed = std::min<size_t>(rest.size(), std::numeric_limits<uInt>::max());
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data()));
      stream_.avail_in = static_cast<uInt>(fed);
      const size_t before = out.size();
      out.resize(before + kStep);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + before);
      stream_.avail_out = kStep;
      status = inflate(&stream_, Z_NO_FLUSH);
      out.resize(out.size() - stream_.avail_out);
      rest.remove_prefix(fed - stream_.avail_in);
      if (out.size() > most || (status != Z_OK && status != Z_STREAM_END)) {
        return false;
      }
    }
    const std::string_view member = std::string_view(out).substr(begin);
    const bool is_right =
        NumberAt(rest, 0, 4) == Sum(member) && NumberAt(rest, 4, 4) == static_cast<uint32_t>(member.size());
    rest.remove_prefix(std::min(kTrailerBytes, rest.size()));
    return is_right;
  }

 private:
  z_stream stream_ = {};
};

// Unpacks all members of a gzip file up to the end or the first damage, as Go's compress/gzip reads it. A
// failure if the first header is malformed or the bytes exceed `most`.
Result<Gunzipped> Gunzip(std::string_view bytes, uint64_t most) {
  Inflation inflation;
  Gunzipped unpacked{{}, true};
  const std::string_view all = bytes;
  while (unpacked.is_whole && !bytes.empty()) {
    const std::optional<size_t> header = HeaderSize(bytes);
    if (!header && bytes.size() == all.size()) {
      break;
    }
    unpacked.is_whole = header.has_value();
    if (header) {
      bytes.remove_prefix(*header);
      unpacked.is_whole = inflation.Member(bytes, most, unpacked.bytes);
    }
  }
  if (bytes.size() == all.size()) {
    return Failure{"the archive is damaged: it is no gzip file"};
  }
  if (unpacked.bytes.size() > most) {
    return Failure{"the archive unpacks to more than " + std::to_string(most / (1024 * 1024)) + " MiB",
                   FailureKind::kTooLarge};
  }
  return unpacked;
}

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
