#include "src/lang/cel/zone.h"

namespace kval::cel {
namespace {

int64_t BigEndian(std::string_view bytes, size_t position, size_t size) {
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) {
    value = value << 8 | static_cast<uint8_t>(bytes[position + i]);
  }
  const auto shift = static_cast<unsigned>(64 - 8 * size);
  return static_cast<int64_t>(value << shift) >> shift;
}

struct Counts {
  size_t utc, standard, leaps, times, types, letters;
};

constexpr size_t kHeader = 44;

std::optional<Counts> ReadHeader(std::string_view file, size_t at) {
  if (file.size() < at + kHeader || file.substr(at, 4) != "TZif") {
    return std::nullopt;
  }
  size_t counts[6];
  for (size_t i = 0; i < 6; ++i) {
    const int64_t count = BigEndian(file, at + 20 + 4 * i, 4);
    if (count < 0 || static_cast<size_t>(count) > file.size()) {
      return std::nullopt;
    }
    counts[i] = static_cast<size_t>(count);
  }
  return Counts{counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]};
}

}  // namespace

std::optional<int32_t> ZoneOffset(std::string_view file, int64_t seconds) {
  // The first block has 32-bit times; the second has 64-bit times.
  const auto first = ReadHeader(file, 0);
  if (!first) {
    return std::nullopt;
  }
  const size_t at = kHeader + first->times * 5 + first->types * 6 + first->letters + first->leaps * 8 +
                    first->standard + first->utc;
  const auto counts = ReadHeader(file, at);
  if (!counts || counts->types == 0) {
    return std::nullopt;
  }
  const size_t times = at + kHeader;
  const size_t indices = times + counts->times * 8;
  const size_t types = indices + counts->times;
  if (types + counts->types * 6 > file.size()) {
    return std::nullopt;
  }
  size_t type = 0;
  for (size_t i = 0; i < counts->times && BigEndian(file, times + 8 * i, 8) <= seconds; ++i) {
    type = static_cast<uint8_t>(file[indices + i]);
  }
  if (type >= counts->types) {
    return std::nullopt;
  }
  return static_cast<int32_t>(BigEndian(file, types + type * 6, 4));
}

}  // namespace kval::cel
