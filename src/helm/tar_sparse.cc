#include "src/helm/tar_sparse.h"

#include <algorithm>
#include <limits>

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

}  // namespace kval::helm
