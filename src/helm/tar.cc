#include "src/helm/tar.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "src/helm/tar_number.h"

namespace kval::helm {
namespace {

constexpr size_t kMostMapBytes = 1 << 20;  // archive/tar: maxSpecialFileSize
constexpr size_t kNumberSize = 12;         // of an offset or a size in the old format
constexpr size_t kPartSize = 2 * kNumberSize;

// The table in a block of the old format: parts, and a byte that says whether another block follows.
struct OldTable {
  size_t at, parts;
};

constexpr OldTable kInHeader{386, 4}, kInBlock{0, 21};
constexpr size_t kRealSizeAt = 483;

bool ReadOldParts(std::string_view block, const OldTable& table, SparseMap& map) {
  for (size_t i = 0; i < table.parts; ++i) {
    const std::string_view part = block.substr(table.at + i * kPartSize, kPartSize);
    if (part[0] == '\0') {
      return true;
    }
    const std::optional<int64_t> offset = NumericField(part.substr(0, kNumberSize));
    const std::optional<int64_t> size = NumericField(part.substr(kNumberSize));
    if (!offset || !size) {
      return false;
    }
    map.push_back({*offset, *size});
  }
  return true;
}

// The numbers between separators; nothing if one is malformed.
std::optional<std::vector<int64_t>> Numbers(std::string_view text, char separator) {
  std::vector<int64_t> numbers;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    const std::optional<int64_t> number = DecimalInteger(text.substr(0, end));
    const bool ends_with_separator = end + 1 == text.size();
    if (!number || (ends_with_separator && separator == ',')) {
      return std::nullopt;
    }
    numbers.push_back(*number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return numbers;
}

SparseMap PartsOf(const std::vector<int64_t>& numbers) {
  SparseMap map;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
    map.push_back({numbers[i], numbers[i + 1]});
  }
  return map;
}

// The place behind the line of this number (from 1 on); npos when there are fewer lines.
size_t AfterLine(std::string_view text, int64_t number, size_t from) {
  for (size_t at = from; number > 0; --number) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) {
      return at;
    }
    from = ++at;
  }
  return from;
}

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

std::optional<SparseMap> ReadOldSparseMap(std::string_view archive, size_t& at, TarHeader& header) {
  std::string_view block = archive.substr(at - kTarBlock, kTarBlock);
  const std::optional<int64_t> size = NumericField(block.substr(kRealSizeAt, kNumberSize));
  if (!header.is_gnu || !size) {
    return std::nullopt;
  }
  header.size = *size;
  SparseMap map;
  OldTable table = kInHeader;
  for (size_t total = table.parts * kPartSize + 1; total < kMostMapBytes; total += kTarBlock) {
    if (!ReadOldParts(block, table, map)) {
      return std::nullopt;
    }
    if (block[table.at + table.parts * kPartSize] == '\0') {
      return map;
    }
    if (archive.size() - at < kTarBlock) {
      return std::nullopt;
    }
    block = archive.substr(at, kTarBlock);
    at += kTarBlock;
    table = kInBlock;
  }
  return std::nullopt;
}

PaxSparse SparseFormatOf(const PaxRecords& records) {
  const std::string_view major = records.Get("GNU.sparse.major"), minor = records.Get("GNU.sparse.minor");
  if (major == "0" && (minor == "0" || minor == "1")) {
    return PaxSparse::kInRecords;
  }
  if (major == "1" && minor == "0") {
    return PaxSparse::kInContent;
  }
  const bool has_map = major.empty() && minor.empty() && !records.Get("GNU.sparse.map").empty();
  return has_map ? PaxSparse::kInRecords : PaxSparse::kNone;
}

std::optional<SparseMap> ReadSparseMap(const PaxRecords& records) {
  const std::optional<int64_t> count = DecimalInteger(records.Get("GNU.sparse.numblocks"));
  const std::optional<std::vector<int64_t>> numbers = Numbers(records.Get("GNU.sparse.map"), ',');
  if (!count || !numbers || *count < 0 || static_cast<uint64_t>(*count) * 2 != numbers->size()) {
    return std::nullopt;
  }
  return PartsOf(*numbers);
}

std::optional<SparseMap> ReadSparseMap(std::string_view& content) {
  const std::string_view most = content.substr(0, kMostMapBytes);
  const size_t begin = AfterLine(most, 1, 0);
  const std::optional<int64_t> count =
      begin == std::string_view::npos ? std::nullopt : DecimalInteger(most.substr(0, begin - 1));
  if (!count || *count < 0 || *count > static_cast<int64_t>(kMostMapBytes)) {
    return std::nullopt;
  }
  const size_t end = AfterLine(most, *count * 2, begin);
  const size_t blocks = end == std::string_view::npos ? 0 : (end + kTarBlock - 1) / kTarBlock;
  if (blocks == 0 || blocks * kTarBlock > most.size()) {
    return std::nullopt;
  }
  const std::optional<std::vector<int64_t>> numbers = Numbers(most.substr(begin, end - begin), '\n');
  content.remove_prefix(blocks * kTarBlock);
  return numbers ? std::optional(PartsOf(*numbers)) : std::nullopt;
}

bool IsValidSparseMap(const SparseMap& map, int64_t size) {
  int64_t last_end = 0;
  for (const StoredPart& part : map) {
    if (part.offset < 0 || part.size < 0 || part.offset > std::numeric_limits<int64_t>::max() - part.size ||
        part.end() > size || part.offset < last_end) {
      return false;
    }
    last_end = part.end();
  }
  return size >= 0;
}

std::optional<std::string> WithHoles(const SparseMap& map, std::string_view stored, int64_t size) {
  std::string file(static_cast<size_t>(size), '\0');
  for (const StoredPart& part : map) {
    const auto expected = static_cast<size_t>(part.size);
    if (stored.size() < expected) {
      return std::nullopt;
    }
    file.replace(static_cast<size_t>(part.offset), expected, stored.substr(0, expected));
    stored.remove_prefix(expected);
  }
  return stored.empty() ? std::optional(std::move(file)) : std::nullopt;
}

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
