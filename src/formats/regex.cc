#include <re2/re2.h>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

namespace kval::formats {

bool IsRegex(std::string_view text, std::string* why) {
  RE2::Options options(RE2::Quiet);
  options.set_log_errors(false);
  const RE2 regex(re2::StringPiece(text.data(), text.size()), options);
  return regex.ok() || Fail(why, regex.error());
}

}  // namespace kval::formats
