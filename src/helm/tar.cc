#include "src/helm/tar.h"

#include <algorithm>
#include <utility>

#include "src/helm/pax.h"
#include "src/helm/tar_number.h"

namespace kval::helm {
namespace {

constexpr std::string_view kMalformed = "a header is malformed";
constexpr std::string_view kCutOff = "it is cut off";
constexpr std::string_view kNoGzip = "it is no complete gzip file";
constexpr std::string_view kBadHoles = "the map of a sparse file is malformed";
constexpr size_t kMostSpecialBytes = 1 << 20;  // archive/tar: maxSpecialFileSize
constexpr uint32_t kModeOfKind = ~07777U;
constexpr uint32_t kModeOfDirectory = 040000;

// Links, devices, directories and pipes.
bool IsHeaderOnly(char flag) {
  return flag >= '1' && flag <= '6';
}

// os.FileInfo.IsDir of the entry.
bool IsDirectory(const TarHeader& header) {
  return header.flag == '5' || (static_cast<uint32_t>(header.mode) & kModeOfKind) == kModeOfDirectory;
}

bool IsZero(std::string_view block) {
  return block.find_first_not_of('\0') == std::string_view::npos;
}

}  // namespace

bool TarReader::Fail(std::string_view error) {
  error_ = error;
  is_done_ = true;
  return false;
}

bool TarReader::FailForMissingBytes() {
  return Fail(is_whole_ ? kCutOff : kNoGzip);
}

// The rest of the entry and its padding. An archive may end within the padding.
bool TarReader::SkipContent() {
  if (MissingBytes()) {
    return FailForMissingBytes();
  }
  at_ += left_;
  if (padding_ > archive_.size() - at_) {
    is_done_ = true;
    return is_whole_ ? false : FailForMissingBytes();
  }
  at_ += padding_;
  left_ = padding_ = 0;
  return true;
}

// The archive ends with its bytes, or one block of zeros and its bytes, or two blocks of zeros.
std::optional<TarHeader> TarReader::ReadHeader() {
  for (bool is_first = true;; is_first = false) {
    const std::string_view block = archive_.substr(at_, kTarBlock);
    if (block.empty() && is_whole_) {
      is_done_ = true;
      return std::nullopt;
    }
    if (block.size() < kTarBlock) {
      FailForMissingBytes();
      return std::nullopt;
    }
    at_ += kTarBlock;
    if (!IsZero(block)) {
      std::optional<TarHeader> header = is_first ? ReadTarHeader(block) : std::nullopt;
      if (!header) {
        Fail(is_first ? kMalformed : "a single block of zeros is followed by more");
      }
      return header;
    }
    if (!is_first) {
      is_done_ = true;
      return std::nullopt;
    }
  }
}

bool TarReader::BeginContent(const TarHeader& header) {
  const int64_t size = IsHeaderOnly(header.flag) ? 0 : header.size;
  if (size < 0) {
    return Fail(kMalformed);
  }
  left_ = static_cast<uint64_t>(size);
  padding_ = (kTarBlock - left_ % kTarBlock) % kTarBlock;
  return true;
}

// The content of an entry that describes the one that follows.
std::optional<std::string_view> TarReader::SpecialText() {
  if (MissingBytes() || left_ > kMostSpecialBytes) {
    MissingBytes() ? FailForMissingBytes() : Fail(kMalformed);
    return std::nullopt;
  }
  const std::string_view text = archive_.substr(at_, left_);
  at_ += std::exchange(left_, 0);
  return text;
}

bool TarReader::ReadPaxHoles(TarHeader& header, const PaxRecords& records) {
  const PaxSparse format = SparseFormatOf(records);
  if (format == PaxSparse::kNone) {
    return true;
  }
  if (const std::string_view name = records.Get("GNU.sparse.name"); !name.empty()) {
    header.name = name;
  }
  std::string_view size = records.Get("GNU.sparse.size");
  size = size.empty() ? records.Get("GNU.sparse.realsize") : size;
  const std::optional<int64_t> number = size.empty() ? header.size : DecimalInteger(size);
  if (!number) {
    return Fail(kMalformed);
  }
  header.size = *number;
  if (format == PaxSparse::kInRecords) {
    holes_ = ReadSparseMap(records);
  } else {
    const std::string_view stored = archive_.substr(at_, left_);
    std::string_view rest = stored;
    holes_ = ReadSparseMap(rest);
    at_ += stored.size() - rest.size();
    left_ -= stored.size() - rest.size();
  }
  return holes_ ? true : Fail(kBadHoles);
}

bool TarReader::ReadHoles(TarHeader& header, const PaxRecords& records) {
  holes_.reset();
  if (header.flag != 'S') {
    if (!ReadPaxHoles(header, records)) {
      return false;
    }
  } else if (holes_ = ReadOldSparseMap(archive_, at_, header); !holes_) {
    return Fail(kBadHoles);
  }
  const bool is_valid = !holes_ || (!IsHeaderOnly(header.flag) && IsValidSparseMap(*holes_, header.size));
  size_ = header.size;
  return is_valid ? true : Fail(kBadHoles);
}

std::optional<TarEntry> TarReader::Next() {
  PaxRecords records;
  std::string long_name;
  while (!is_done_ && SkipContent()) {
    std::optional<TarHeader> header = ReadHeader();
    if (!header || !BeginContent(*header)) {
      return std::nullopt;
    }
    const char flag = header->flag;
    if (flag == 'x' || flag == 'g' || flag == 'L' || flag == 'K') {
      const std::optional<std::string_view> text = SpecialText();
      if (text && flag == 'L') {
        long_name = TextField(*text);
      } else if (text && flag != 'K' && !records.Parse(*text)) {
        Fail(kMalformed);
      }
      if (flag == 'g') {  // an entry for Go, after which earlier extended headers do not count; Helm skips it
        records = {};
        long_name.clear();
      }
      continue;
    }
    if (!records.ApplyTo(*header)) {
      Fail(kMalformed);
      return std::nullopt;
    }
    header->name = long_name.empty() ? header->name : long_name;
    if (flag == '\0') {
      header->flag = header->name.ends_with('/') ? '5' : '0';
    }
    if (!BeginContent(*header) || !ReadHoles(*header, records)) {
      return std::nullopt;
    }
    return TarEntry{std::move(header->name), header->size, IsDirectory(*header)};
  }
  return std::nullopt;
}

std::optional<std::string> TarReader::Bytes() {
  if (MissingBytes()) {
    FailForMissingBytes();
    return std::nullopt;
  }
  const std::string_view stored = archive_.substr(at_, left_);
  at_ += std::exchange(left_, 0);
  std::optional<std::string> bytes = holes_ ? WithHoles(*holes_, stored, size_) : std::string(stored);
  if (!bytes) {
    Fail("a sparse file does not hold the bytes of its map");
  }
  return bytes;
}

}  // namespace kval::helm
