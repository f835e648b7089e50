#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kval::formats {

// A named format of strings, as in `@schema/validate format="ip"` or OpenAPI's `format: ip`.
struct Entry {
  std::string_view name;
  std::string_view doc;     // a phrase with an example: `an IPv4 address, for example 10.0.0.1`
  std::string_view source;  // the specification that is followed

  // Whether `text` is of the format. If not, `why` (never null) says precisely what is wrong: `octet 256 is
  // larger than 255`. Linear in the length of the text, does not throw, looks at nothing but the text.
  bool (*check)(std::string_view text, std::string* why);
};

// Every format, aliases included, sorted by name.
std::span<const Entry> Builtin();

// The format of that exact name, or null.
const Entry* Find(std::string_view name);

}  // namespace kval::formats
