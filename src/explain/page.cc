#include "src/explain/page.h"

#include <algorithm>
#include <string>

#include "src/explain/embedded_text.h"

namespace kval::explain {

std::string_view PageOf(diag::Kind kind) {
  const std::string code = diag::CodeOf(kind);
  const std::span<const EmbeddedText> pages = EmbeddedPages();
  const auto page =
      std::lower_bound(pages.begin(), pages.end(), code,
                       [](const EmbeddedText& text, const std::string& name) { return text.name < name; });
  return page == pages.end() || page->name != code ? std::string_view() : page->text;
}

}  // namespace kval::explain
