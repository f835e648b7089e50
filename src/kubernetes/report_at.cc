#include "src/kubernetes/report_at.h"

#include "src/formats/format.h"
#include "src/support/check.h"

namespace kval::kubernetes {

diag::Path GetMissingKeyPath(const check::ValueCursor& map, std::string_view key) {
  diag::Path path = map.path();
  path.push_back(diag::PathStep::Key(key));
  return path;
}

std::string GetFormatError(std::string_view format, std::string_view text) {
  const formats::FormatEntry* entry = formats::Find(format);
  KVAL_CHECK(entry != nullptr);
  std::string why;
  return entry->check(text, &why) ? std::string() : why;
}

}  // namespace kval::kubernetes
