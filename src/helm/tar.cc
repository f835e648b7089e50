#include "src/helm/tar.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace kval::helm {
namespace {

constexpr size_t kBlock = 512;

std::string_view Text(std::string_view field) {
  return field.substr(0, field.find('\0'));
}

// An octal number, or a binary one when its first bit is set (GNU). Nothing when it is neither.
std::optional<uint64_t> Number(std::string_view field) {
  uint64_t number = 0;
  if ((static_cast<unsigned char>(field[0]) & 0x80U) != 0) {
    for (size_t i = 0; i < field.size(); ++i) {
      const unsigned char byte = static_cast<unsigned char>(field[i]) & (i == 0 ? 0x7FU : 0xFFU);
      if (number >> 55U != 0) {
        return std::nullopt;
      }
      number = number << 8U | byte;
    }
    return number;
  }
  field = Text(field);
  while (!field.empty() && field.front() == ' ') {
    field.remove_prefix(1);
  }
  while (!field.empty() && field.back() == ' ') {
    field.remove_suffix(1);
  }
  const auto read = std::from_chars(field.data(), field.data() + field.size(), number, 8);
  return field.empty() || (read.ec == std::errc() && read.ptr == field.data() + field.size())
             ? std::optional(number)
             : std::nullopt;
}

bool HasRightSum(std::string_view header) {
  const std::optional<uint64_t> wanted = Number(header.substr(148, 8));
  uint64_t sum = 0;
  for (size_t i = 0; i < kBlock; ++i) {
    sum += i >= 148 && i < 156 ? static_cast<unsigned char>(' ') : static_cast<unsigned char>(header[i]);
  }
  return wanted == sum;
}

std::string PathOf(std::string_view header) {
  const std::string_view name = Text(header.substr(0, 100));
  const std::string_view prefix =
      header.substr(257, 6) == std::string_view("ustar\0", 6) ? Text(header.substr(345, 155)) : "";
  return prefix.empty() ? std::string(name) : std::string(prefix) + "/" + std::string(name);
}

TarKind KindOf(char flag, std::string_view path) {
  if (flag == '5' || path.ends_with('/')) {
    return TarKind::kFolder;
  }
  return flag == '0' || flag == '\0' || flag == '7' ? TarKind::kFile : TarKind::kOther;
}

}  // namespace

std::optional<TarEntry> TarReader::Fail(std::string_view fault) {
  fault_ = fault;
  at_ = archive_.size();
  return std::nullopt;
}

// Records are `LENGTH key=value\n`; of interest is the path.
void TarReader::ReadPax(std::string_view records) {
  while (!records.empty()) {
    size_t length = 0;
    const auto read = std::from_chars(records.data(), records.data() + records.size(), length);
    const auto digits = static_cast<size_t>(read.ptr - records.data());
    if (read.ec != std::errc() || length <= digits + 1 || length > records.size()) {
      return;
    }
    const std::string_view record = records.substr(digits + 1, length - digits - 2);
    if (record.starts_with("path=")) {
      long_path_ = record.substr(5);
    }
    records.remove_prefix(length);
  }
}

std::optional<TarEntry> TarReader::Next() {
  while (archive_.size() - at_ >= kBlock) {
    const std::string_view header = archive_.substr(at_, kBlock);
    if (header.find_first_not_of('\0') == std::string_view::npos) {
      return std::nullopt;
    }
    const std::optional<uint64_t> size = Number(header.substr(124, 12));
    if (!HasRightSum(header) || !size) {
      return Fail("a header is malformed");
    }
    at_ += kBlock;
    const char flag = header[156];
    TarEntry entry{PathOf(header), TarKind::kOther, {}};
    const bool has_bytes =
        flag != '1' && flag != '2' && flag != '3' && flag != '4' && flag != '5' && flag != '6';
    if (has_bytes) {
      if (*size > archive_.size() - at_) {
        return Fail("a file is cut off");
      }
      entry.bytes = archive_.substr(at_, *size);
      const uint64_t padded = (*size + kBlock - 1) / kBlock * kBlock;
      at_ += std::min<uint64_t>(padded, archive_.size() - at_);
    }
    if (flag == 'x') {
      ReadPax(entry.bytes);
    } else if (flag == 'L') {
      long_path_ = Text(entry.bytes);
    } else if (flag != 'g' && flag != 'K') {
      if (!long_path_.empty()) {
        entry.path = std::exchange(long_path_, {});
      }
      entry.kind = KindOf(flag, entry.path);
      return entry;
    }
  }
  return at_ == archive_.size() ? std::nullopt : Fail("it is cut off");
}

}  // namespace kval::helm
