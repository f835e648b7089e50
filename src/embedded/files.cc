#include "src/embedded/files.h"

#include <algorithm>
#include <charconv>

#include "src/support/check.h"

namespace kval::embedded {

Files::Files(Compressed joined) : text_(Decompress(joined)) {
  for (std::string_view rest = text_; !rest.empty();) {
    const size_t space = rest.find(' ');
    const size_t line = rest.find('\n');
    KVAL_CHECK(space < line && line < rest.size());
    size_t size = 0;
    std::from_chars(rest.data() + space + 1, rest.data() + line, size);
    KVAL_CHECK(line + 1 + size < rest.size());
    files_.push_back({rest.substr(0, space), rest.substr(line + 1, size)});
    rest.remove_prefix(line + 1 + size + 1);
  }
}

std::string_view Files::Find(std::string_view name) const {
  const auto file =
      std::lower_bound(files_.begin(), files_.end(), name,
                       [](const File& each, std::string_view expected) { return each.name < expected; });
  return file == files_.end() || file->name != name ? std::string_view() : file->text;
}

}  // namespace kval::embedded
