#pragma once

#include <set>
#include <string>
#include <string_view>

#include "src/redaction/offset_range.h"

namespace kval::redaction {

// The names of the files of a run. They are shown, even if a part of one equals a secret: the value of
// `password: web` hides no directory `web`.
class FileNames {
 public:
  void Add(std::string_view name);

  // Whether a part of a message belongs to the name of a file or of a directory of files, or is the directory
  // of a chart in Helm's messages: `web/templates/a.yaml`.
  bool Contain(std::string_view text, OffsetRange part) const;

 private:
  std::set<std::string, std::less<>> names_;
};

}  // namespace kval::redaction
