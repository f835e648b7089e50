#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// Where time zones are looked up by their names (`Europe/Vienna`). The library reads no files: whoever has a
// database of zones lends it.
class ZoneSource {
 public:
  // The text of the zone's file (RFC 8536), or nothing when there is no such zone.
  virtual std::optional<std::string> Read(std::string_view name) const = 0;

 protected:
  ~ZoneSource() = default;
};

// The offset from UTC, in seconds, that a zone's file gives for a time. Nothing when it is no such file. What
// lies behind the last change that the file lists has the offset of that change: rules for the future are not
// read.
std::optional<int32_t> ZoneOffset(std::string_view file, int64_t seconds);

}  // namespace kval::cel
