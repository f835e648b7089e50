#pragma once

#include <string>
#include <string_view>

// The time zones of the IANA database (2026f; public domain), which is compiled into the API server.
namespace kval::schemas::kubernetes {

// Returns whether a time zone has this name, as Go's time.LoadLocation: case-sensitive.
bool IsTimeZone(std::string_view name);

// Returns the most similar zone name; empty if none is similar.
std::string NearestTimeZone(std::string_view name);

}  // namespace kval::schemas::kubernetes
