#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"

namespace kval::output {

struct NamedText {
  std::string path;  // below the folder
  std::string_view text;
};

// Makes `files` the whole content of a folder: the old and the new folder change places at once. On a mount
// point, where that cannot be, the old content is removed when all new files are written and only have to get
// their names. Refused when the folder is a link or holds one of `inputs`. A failure leaves the folder as it
// was.
Result<bool> ReplaceFolder(const std::string& folder, const std::vector<NamedText>& files,
                           const std::vector<std::string>& inputs);

}  // namespace kval::output
