#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// Looks up time zones by name (`Europe/Vienna`). The library reads no files; the host supplies a database.
class ZoneSource {
 public:
  // Returns the content of the zone's file (RFC 8536), or nullopt if there is no such zone.
  virtual std::optional<std::string> Read(std::string_view name) const = 0;

 protected:
  ~ZoneSource() = default;
};

// Returns the offset from UTC in seconds at a time, from a zone file; nullopt for an invalid file. Times
// after the last listed transition have its offset: rules for the future are not evaluated.
std::optional<int32_t> ZoneOffset(std::string_view file, int64_t seconds);

}  // namespace kval::cel
