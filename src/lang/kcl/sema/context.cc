#include "src/lang/kcl/sema/context.h"

#include <utility>

namespace kval::kcl::sema {

int32_t Context::AddGlobal(const Name& name, GlobalKind kind) {
  const int32_t index = static_cast<int32_t>(package().globals.size());
  Global global;
  global.name = name.symbol;
  global.kind = kind;
  global.span = name.span;
  package().globals.push_back(std::move(global));
  package().by_name[name.symbol] = index;
  Ref ref;
  ref.kind = RefKind::kGlobal;
  ref.package = static_cast<int32_t>(package_index);
  ref.index = index;
  SetRef(name, ref);
  return index;
}

}  // namespace kval::kcl::sema
