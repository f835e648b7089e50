#include "src/yaml/implied_start.h"

#include <cstddef>
#include <string_view>

namespace kval::yaml {

bool HasImpliedStart(const File& file) {
  constexpr std::string_view kBlanks = " \t\n\f\r";
  const source::Span marker = file.documents.front().marker;
  if (!marker.has_value()) {
    return false;
  }
  const std::string_view text = file.source->text();
  const size_t begin = marker.begin - file.source->base();
  const size_t behind = marker.end - file.source->base();
  return text.find_first_not_of(kBlanks) != begin || behind >= text.size() ||
         kBlanks.find(text[behind]) == std::string_view::npos;
}

}  // namespace kval::yaml
