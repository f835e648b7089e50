#include "src/explain/page.h"

#include "src/explain/embedded_text.h"

namespace kval::explain {

std::string_view PageOf(diag::Kind kind) {
  return Pages().Find(diag::CodeOf(kind));
}

}  // namespace kval::explain
