#include "src/formats/scan.h"
#include "src/formats/validators.h"
#include "src/json/reader.h"

namespace kval::formats {
// RFC 8259.
bool IsJson(std::string_view text, std::string* why) {
  json::Handler ignore;
  const json::JsonReadResult outcome = json::Read(text, ignore, {.validates_utf8 = true});
  return outcome.ok() || Fail(why, std::string(json::MessageOf(outcome.error)) + " (at byte " +
                                       std::to_string(outcome.at + 1) + ")");
}

}  // namespace kval::formats
