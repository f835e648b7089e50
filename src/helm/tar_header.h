#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::helm {

inline constexpr size_t kTarBlock = 512;

// The fields of a tar header that determine its content.
struct TarHeader {
  std::string name;
  int64_t size = 0;
  int64_t mode = 0;
  char flag = '\0';  // the type of the entry
  bool is_gnu = false;
};

// Parses one block like Go's archive/tar (reader.go, readHeader): V7, USTAR, PAX, GNU and STAR headers.
// Returns nullopt if the checksum is wrong or a numeric field is malformed.
std::optional<TarHeader> ReadTarHeader(std::string_view block);

// The text of a field, which a NUL ends.
std::string_view TextField(std::string_view field);

}  // namespace kval::helm
