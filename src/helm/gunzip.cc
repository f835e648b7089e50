#include "src/helm/gunzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <optional>

namespace kval::helm {
namespace {

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

}  // namespace

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

}  // namespace kval::helm
