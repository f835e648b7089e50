#pragma once

#include <string>
#include <string_view>

// The time zones of the IANA database (2026f; public domain), which the API server has compiled in.
namespace kval::schemas::kubernetes {

// Whether there is a zone of this very name, as Go's time.LoadLocation finds it: case counts.
bool IsTimeZone(std::string_view name);

// The zone that was most likely meant, or an empty text.
std::string NearestTimeZone(std::string_view name);

}  // namespace kval::schemas::kubernetes
