#include "src/helm/tar_header.h"

#include <algorithm>

#include "src/helm/tar_number.h"

namespace kval::helm {
namespace {

struct Field {
  size_t at, size;
  std::string_view In(std::string_view block) const { return block.substr(at, size); }
};

constexpr Field kName{0, 100}, kMode{100, 8}, kUserId{108, 8}, kGroupId{116, 8}, kSize{124, 12},
    kModified{136, 12}, kSum{148, 8}, kFlag{156, 1}, kMagic{257, 6}, kVersion{263, 2}, kMajor{329, 8},
    kMinor{337, 8}, kPrefix{345, 155}, kGnuAccessed{345, 12}, kGnuChanged{357, 12}, kStarPrefix{345, 131},
    kStarAccessed{476, 12}, kStarChanged{488, 12}, kStarTrailer{508, 4};

constexpr std::string_view kUstarMagic("ustar\0", 6), kGnuMagic("ustar ", 6), kGnuVersion(" \0", 2),
    kStarMark("tar\0", 4);

// The sum of the bytes, signed or not, with the field of the sum as spaces.
bool HasRightSum(std::string_view block) {
  const std::optional<int64_t> expected = OctalField(kSum.In(block));
  int64_t of_unsigned = 0, of_signed = 0;
  for (size_t i = 0; i < kTarBlock; ++i) {
    const char byte = i >= kSum.at && i < kSum.at + kSum.size ? ' ' : block[i];
    of_unsigned += static_cast<unsigned char>(byte);
    of_signed += static_cast<signed char>(byte);
  }
  return expected == of_unsigned || expected == of_signed;
}

bool IsNumeric(const Field& field, std::string_view block) {
  return NumericField(field.In(block)).has_value();
}

// Old versions of Go wrote a prefix into the fields for times of the GNU format. Go takes it for one when a
// time is malformed.
std::string_view GnuPrefix(std::string_view block) {
  const auto is_time = [&](const Field& field) { return block[field.at] == '\0' || IsNumeric(field, block); };
  if (is_time(kGnuAccessed) && is_time(kGnuChanged)) {
    return {};
  }
  const std::string_view prefix = TextField(kPrefix.In(block));
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  return std::all_of(prefix.begin(), prefix.end(), is_ascii) ? prefix : std::string_view();
}

}  // namespace

std::string_view TextField(std::string_view field) {
  return field.substr(0, field.find('\0'));
}

std::optional<TarHeader> ReadTarHeader(std::string_view block) {
  const std::optional<int64_t> size = NumericField(kSize.In(block));
  const std::optional<int64_t> mode = NumericField(kMode.In(block));
  if (!HasRightSum(block) || !size || !mode || !IsNumeric(kUserId, block) || !IsNumeric(kGroupId, block) ||
      !IsNumeric(kModified, block)) {
    return std::nullopt;
  }
  TarHeader header{std::string(TextField(kName.In(block))), *size, *mode, block[kFlag.at]};
  const bool is_ustar = kMagic.In(block) == kUstarMagic;
  header.is_gnu = kMagic.In(block) == kGnuMagic && kVersion.In(block) == kGnuVersion;
  if (!is_ustar && !header.is_gnu) {
    return header;
  }
  if (!IsNumeric(kMajor, block) || !IsNumeric(kMinor, block)) {
    return std::nullopt;
  }
  const bool is_star = is_ustar && kStarTrailer.In(block) == kStarMark;
  if (is_star && (!IsNumeric(kStarAccessed, block) || !IsNumeric(kStarChanged, block))) {
    return std::nullopt;
  }
  const std::string_view prefix =
      header.is_gnu ? GnuPrefix(block) : TextField((is_star ? kStarPrefix : kPrefix).In(block));
  if (!prefix.empty()) {
    header.name.insert(0, std::string(prefix) + "/");
  }
  return header;
}

}  // namespace kval::helm
