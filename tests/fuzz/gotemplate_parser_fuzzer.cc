#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/syntax.h"
#include "src/lang/gotemplate/template_set.h"
#include "src/support/check.h"

// Parses the input as a template. The span of an error is inside the input; the text of each node can be
// written.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval::gotemplate;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr uint32_t kStart = 1;
  const FunctionTable functions;
  TemplateSet templates;
  if (const std::optional<ParseError> error = templates.Parse("fuzz", text, kStart, functions)) {
    KVAL_CHECK(!error->text.empty());
    KVAL_CHECK(error->span.begin >= kStart && error->span.begin <= error->span.end &&
               error->span.end <= kStart + size);
    return 0;
  }
  for (const std::string_view name : templates.Names()) {
    const Template& tmpl = *templates.Find(name);
    for (const Node* node : tmpl.body) {
      KVAL_CHECK(node->pos <= node->end && node->end <= size);
      KVAL_CHECK(!NodeText(*node).empty() && !LocationText(tmpl, *node).empty());
    }
  }
  return 0;
}
