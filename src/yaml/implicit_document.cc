#include "src/yaml/implicit_document.h"

#include <cstddef>
#include <string_view>

namespace kval::yaml {

bool HasImplicitEmptyDocument(const File& file) {
  constexpr std::string_view kSpaces = " \t\n\f\r";
  const source::Span marker = file.documents.front().marker;
  if (!marker.has_value()) {
    return false;
  }
  const std::string_view text = file.source->text();
  const size_t begin = marker.begin - file.source->base();
  const size_t following = marker.end - file.source->base();
  return text.find_first_not_of(kSpaces) != begin || following >= text.size() ||
         kSpaces.find(text[following]) == std::string_view::npos;
}

}  // namespace kval::yaml
