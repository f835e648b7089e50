#include "src/lang/kcl/builtins/modules.h"

namespace kval::kcl::builtins {

std::span<const Native> TemplateNatives() {
  return {};
}

}  // namespace kval::kcl::builtins
