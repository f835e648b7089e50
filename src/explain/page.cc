#include "src/explain/page.h"

#include "src/diag/resource_rule.h"
#include "src/explain/embedded_text.h"

namespace kval::explain {

std::string_view PageOf(diag::Kind kind) {
  return Pages().Find(diag::CodeOf(diag::GroupOf(kind)));
}

}  // namespace kval::explain
